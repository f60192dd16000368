// Arrays come from .npy files and go to them.
// RUN: rm -rf %t && mkdir %t
// RUN: %python -c "import numpy as np; np.save('%t/x.npy', np.arange(6, dtype=np.float32).reshape(2, 3)); np.save('%t/i.npy', np.array([7, 2**32 - 1], np.uint32)); f = open('%t/two.npy', 'wb'); np.save(f, np.array([3, -1], np.int32)); np.save(f, np.array([9, 8], np.int32))"
// RUN: oaml-run %s --executor=interpreter --function=main --input=@%t/x.npy --input=@%t/i.npy --output=@%t/y.npy --output=@%t/j.npy | count 0
// RUN: %python -c "import numpy as np; y = np.load('%t/y.npy'); j = np.load('%t/j.npy'); print(y.dtype, y.shape, y.tolist(), j.dtype, j.tolist())" | FileCheck %s
// CHECK: float32 (2, 3) [{{\[}}0.0, 2.0, 4.0], [6.0, 8.0, 10.0]] int32 [7, -1]

// The next array of a file; the first one once more.
// RUN: oaml-run %s --executor=interpreter --function=pair --input=@%t/two.npy --input=+@%t/two.npy | FileCheck %s --check-prefix=NEXT
// NEXT:      2xi32=3 -1
// NEXT-NEXT: 2xi32=9 8
// RUN: oaml-run %s --executor=interpreter --function=pair --input=@%t/two.npy --input=@%t/two.npy | FileCheck %s --check-prefix=AGAIN
// AGAIN:      2xi32=3 -1
// AGAIN-NEXT: 2xi32=3 -1
// RUN: not oaml-run %s --executor=interpreter --function=pair --input=+@%t/x.npy --input=+@%t/x.npy 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: oaml-run: error: {{.*}}x.npy, array 2: does not exist, the file ends before it

// Some results printed, some not.
// RUN: oaml-run %s --executor=interpreter --function=main --input=@%t/x.npy --input=@%t/i.npy --output=- --output=@%t/k.npy | FileCheck %s --check-prefix=FIRST
// FIRST: 2x3xf32=0 2 4 6 8 10
// FIRST-NOT: i32
// RUN: oaml-run %s --executor=interpreter --function=main --input=@%t/x.npy --input=@%t/i.npy --output=@%t/k.npy | FileCheck %s --check-prefix=SECOND
// SECOND-NOT: f32
// SECOND: 2xi32=7 -1

func.func @main(%x: tensor<2x3xf32>, %i: tensor<2xi32>) -> (tensor<2x3xf32>, tensor<2xi32>) {
  %0 = oaml.add %x, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0, %i : tensor<2x3xf32>, tensor<2xi32>
}
func.func @pair(%x: tensor<2xi32>, %y: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
  return %x, %y : tensor<2xi32>, tensor<2xi32>
}
