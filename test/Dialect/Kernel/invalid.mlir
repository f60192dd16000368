// RUN: oaml-opt %s --verify-diagnostics --split-input-file

// expected-error @+1 {{a device needs a name}}
#device = #kernel.device<name = "", subgroup_size = 8,
    max_invocations = 1024, max_workgroups = 65535, shared_memory = 32768,
    parallel_workgroups = 2, load_bits = 64, pointer_views = true, int64 = true,
    float16 = true, storage16 = true, storage8 = true, signed_zero_inf_nan = true>

// -----

// expected-error @+1 {{subgroup_size must be a power of two from 4 to 128, found 6}}
#device = #kernel.device<name = "x", subgroup_size = 6,
    max_invocations = 1024, max_workgroups = 65535, shared_memory = 32768,
    parallel_workgroups = 2, load_bits = 64, pointer_views = true, int64 = true,
    float16 = true, storage16 = true, storage8 = true, signed_zero_inf_nan = true>

// -----

// expected-error @+1 {{max_invocations must be at least subgroup_size (8), found 4}}
#device = #kernel.device<name = "x", subgroup_size = 8,
    max_invocations = 4, max_workgroups = 65535, shared_memory = 32768,
    parallel_workgroups = 2, load_bits = 64, pointer_views = true, int64 = true,
    float16 = true, storage16 = true, storage8 = true, signed_zero_inf_nan = true>

// -----

// expected-error @+1 {{max_workgroups and parallel_workgroups must be at least 1 and shared_memory at least 0, found 65535, 0, 32768}}
#device = #kernel.device<name = "x", subgroup_size = 8,
    max_invocations = 1024, max_workgroups = 65535, shared_memory = 32768,
    parallel_workgroups = 0, load_bits = 64, pointer_views = true, int64 = true,
    float16 = true, storage16 = true, storage8 = true, signed_zero_inf_nan = true>

// -----

// expected-error @+1 {{load_bits must be 32, 64 or 128, found 48}}
#device = #kernel.device<name = "x", subgroup_size = 8,
    max_invocations = 1024, max_workgroups = 65535, shared_memory = 32768,
    parallel_workgroups = 2, load_bits = 48, pointer_views = true, int64 = true,
    float16 = true, storage16 = true, storage8 = true, signed_zero_inf_nan = true>

// -----

// expected-error @+1 {{tile and block must have one entry per loop, found 2 and 1}}
#schedule = #kernel.schedule<strategy = elementwise, tile = [8, 4], block = [0], edges = guard>

// -----

// expected-error @+1 {{a block must divide its tile, found 8 and 3 in loop 1}}
#schedule = #kernel.schedule<strategy = elementwise, tile = [8, 8], block = [0, 3], edges = guard>

// -----

// expected-error @+1 {{tile and block must not be negative and one of them positive, found 0 and 0 in loop 0}}
#schedule = #kernel.schedule<strategy = reduction, tile = [0], block = [0], edges = guard>

// -----

// expected-error @+1 {{repeat, lanes, width and stride must have one entry per dimension, found 2, 1, 1, 1}}
#layout = #kernel.layout<repeat = [2, 2], lanes = [8], width = [1], stride = [1]>

// -----

// expected-error @+1 {{layout entries must be positive, found 0}}
#layout = #kernel.layout<repeat = [2], lanes = [8], width = [0], stride = [1]>

// -----

// expected-error @+1 {{'kernel.func' op requires tensor and index arguments, found 'f32' at argument 0}}
kernel.func @argument_type(%x: f32) {
  kernel.return
}

// -----

// expected-error @+1 {{'kernel.func' op requires tensor results, found 'index' at result 0}}
kernel.func @result_type(%n: index {kernel.symbol = "N"}) -> index {
  kernel.return
}

// -----

// expected-error @+1 {{'kernel.func' op requires kernel.symbol on index arguments, found none at argument 0}}
kernel.func @index_without_symbol(%n: index) {
  kernel.return
}

// -----

// expected-error @+1 {{'kernel.func' op requires oaml.dims where an extent is dynamic, found none at argument 0 of type 'tensor<?xf32>'}}
kernel.func @argument_without_dims(%x: tensor<?xf32>) {
  kernel.return
}

// -----

// expected-error @+1 {{'kernel.func' op requires oaml.dims where an extent is dynamic, found none at result 0 of type 'tensor<?xf32>'}}
kernel.func @result_without_dims(%x: tensor<?xf32> {oaml.dims = ["B"]}) -> tensor<?xf32> {
  kernel.return %x : tensor<?xf32>
}

// -----

// expected-error @+1 {{'kernel.func' op requires an argument that carries each symbol, found "N" on results only}}
kernel.func @symbol_of_results_only(%x: tensor<?xf32> {oaml.dims = ["B"]})
    -> (tensor<?xf32> {oaml.dims = ["N"]}) {
  kernel.return %x : tensor<?xf32>
}

// -----

// expected-error @+1 {{argument 0: oaml.dims requires an array with one entry per axis of 'tensor<?x4xf32>', found ["B"]}}
kernel.func @dims_of_other_rank(%x: tensor<?x4xf32> {oaml.dims = ["B"]}) {
  kernel.return
}

// -----

// expected-error @+1 {{argument 0: oaml.dims requires a name where the extent is dynamic and the extent where it is static, found 4 : i64 at axis 1 of 'tensor<?x?xf32>'}}
kernel.func @dynamic_without_name(%x: tensor<?x?xf32> {oaml.dims = ["B", 4]}) {
  kernel.return
}

// -----

// expected-error @+1 {{'kernel.func' op requires kernel.inplace of result 0 to name a tensor argument of its type 'tensor<4xf32>', found 1}}
kernel.func @inplace_of_other_type(%x: tensor<4xf32>, %y: tensor<8xf32>)
    -> (tensor<4xf32> {kernel.inplace = 1 : i64}) {
  kernel.return %x : tensor<4xf32>
}

// -----

// expected-error @+1 {{'kernel.func' op requires kernel.inplace of result 0 to name a tensor argument of its type 'tensor<4xf32>', found 7}}
kernel.func @inplace_of_no_argument(%x: tensor<4xf32>)
    -> (tensor<4xf32> {kernel.inplace = 7 : i64}) {
  kernel.return %x : tensor<4xf32>
}

// -----

kernel.func @return_types(%x: tensor<4xf32>) -> tensor<4xi32> {
  // expected-error @+1 {{'kernel.return' op requires operands of the kernel's result types ('tensor<4xi32>'), found ('tensor<4xf32>')}}
  kernel.return %x : tensor<4xf32>
}

// -----

func.func @no_kernel(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'kernel.dispatch' op requires a kernel.func, found none named @relu}}
  %y = kernel.dispatch @relu(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// expected-note @+1 {{the kernel is here}}
kernel.func @relu(%x: tensor<4xf32>) -> tensor<4xf32> {
  kernel.return %x : tensor<4xf32>
}
func.func @other_type(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{'kernel.dispatch' op requires the kernel's type '(tensor<4xf32>) -> tensor<4xf32>', found '(tensor<8xf32>) -> tensor<8xf32>'}}
  %y = kernel.dispatch @relu(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

// expected-error @+1 {{'kernel.binary' op requires grid to map its 1 symbols to one number, found affine_map<() -> (8)>}}
kernel.binary @grid {kernel = @relu, entry = "relu",
    spirv = dense<[119734787]> : tensor<1xi32>, subgroup_size = 8 : i64,
    grid = affine_map<() -> (8)>, symbols = ["B"],
    in_place = array<i64: -1>, needs = []}

// -----

// expected-error @+1 {{'kernel.binary' op requires spirv to hold i32 words, found 'tensor<1xi8>'}}
kernel.binary @words {kernel = @relu, entry = "relu",
    spirv = dense<[1]> : tensor<1xi8>, subgroup_size = 8 : i64,
    grid = affine_map<() -> (8)>, symbols = [],
    in_place = array<i64: -1>, needs = []}

// -----

// expected-error @+1 {{'kernel.binary' op requires flops to map its 0 symbols to one number, found affine_map<() -> (8, 8)>}}
kernel.binary @flops {kernel = @relu, entry = "relu",
    spirv = dense<[1]> : tensor<1xi32>, subgroup_size = 8 : i64,
    grid = affine_map<() -> (8)>, symbols = [],
    in_place = array<i64: -1>, needs = [], flops = affine_map<() -> (8, 8)>}

// -----

// expected-error @+1 {{'kernel.binary' op requires a kernel.func, found none named @nobody}}
kernel.binary @nobodys {kernel = @nobody, entry = "nobody",
    spirv = dense<[1]> : tensor<1xi32>, subgroup_size = 8 : i64,
    grid = affine_map<() -> (8)>, symbols = [],
    in_place = array<i64: -1>, needs = []}

// -----

// expected-note @+1 {{the kernel is here}}
kernel.func @relu(%x: tensor<?xf32> {oaml.dims = ["B"]}) -> (tensor<?xf32> {oaml.dims = ["B"]}) {
  kernel.return %x : tensor<?xf32>
}
// expected-error @+1 {{'kernel.binary' op requires each of the kernel's symbols once ("B"), found ["C"]}}
kernel.binary @symbols {kernel = @relu, entry = "relu",
    spirv = dense<[1]> : tensor<1xi32>, subgroup_size = 8 : i64,
    grid = affine_map<()[s0] -> (s0)>, symbols = ["C"],
    in_place = array<i64: -1>, needs = []}

// -----

// expected-note @+1 {{the kernel is here}}
kernel.func @relu(%x: tensor<4xf32>) -> tensor<4xf32> {
  kernel.return %x : tensor<4xf32>
}
// expected-error @+1 {{'kernel.binary' op requires in_place to have an entry for each of the kernel's 1 results, found 2}}
kernel.binary @in_place_length {kernel = @relu, entry = "relu",
    spirv = dense<[1]> : tensor<1xi32>, subgroup_size = 8 : i64,
    grid = affine_map<() -> (8)>, symbols = [],
    in_place = array<i64: -1, -1>, needs = []}

// -----

// expected-note @+1 {{the kernel is here}}
kernel.func @relu(%x: tensor<4xf32>) -> tensor<4xf32> {
  kernel.return %x : tensor<4xf32>
}
// expected-error @+1 {{'kernel.binary' op requires in_place to name one of the kernel's 1 tensor arguments, or -1, found 1 for result 0}}
kernel.binary @in_place_argument {kernel = @relu, entry = "relu",
    spirv = dense<[1]> : tensor<1xi32>, subgroup_size = 8 : i64,
    grid = affine_map<() -> (8)>, symbols = [],
    in_place = array<i64: 1>, needs = []}
