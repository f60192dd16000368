// RUN: oaml-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{argument 0: oaml.name requires a string, found 1 : i64}}
func.func @name(%x: tensor<4xf32> {oaml.name = 1})  {
  return
}

// -----

// expected-error @+1 {{result 0: oaml.name requires a string, found unit}}
func.func private @result_name() -> (tensor<4xf32> {oaml.name})

// -----

// expected-error @+1 {{argument 0: oaml.dims requires an array with one entry per axis of 'tensor<?x4xf32>', found ["B"]}}
func.func @dims_count(%x: tensor<?x4xf32> {oaml.dims = ["B"]}) {
  return
}

// -----

// expected-error @+1 {{argument 0: oaml.dims requires a name where the extent is dynamic and the extent where it is static, found "D" at axis 1 of 'tensor<?x4xf32>'}}
func.func @dims_name_of_static(%x: tensor<?x4xf32> {oaml.dims = ["B", "D"]}) {
  return
}

// -----

// expected-error @+1 {{argument 0: oaml.dims requires a name where the extent is dynamic and the extent where it is static, found 3 : i64 at axis 1 of 'tensor<?x4xf32>'}}
func.func @dims_other_extent(%x: tensor<?x4xf32> {oaml.dims = ["B", 3]}) {
  return
}

// -----

// expected-error @+1 {{argument 0: oaml.dims requires a name where the extent is dynamic and the extent where it is static, found 8 : i64 at axis 0 of 'tensor<?xf32>'}}
func.func @dims_number_of_dynamic(%x: tensor<?xf32> {oaml.dims = [8]}) {
  return
}

// -----

// expected-error @+1 {{argument 0: oaml.dims requires an array with one entry per axis of 'index', found []}}
func.func @dims_of_index(%x: index {oaml.dims = []}) {
  return
}

// -----

// expected-error @+1 {{argument 0: oaml.donated requires the number of a result, found 1 : i64 and 1 results}}
func.func @donated_range(%x: tensor<4xf32> {oaml.donated = 1}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// expected-error @+1 {{argument 0: oaml.donated requires a result of the argument's type, found 'tensor<3xf32>' and 'tensor<4xf32>'}}
func.func @donated_type(%x: tensor<4xf32> {oaml.donated = 0}, %y: tensor<3xf32>) -> tensor<3xf32> {
  return %y : tensor<3xf32>
}

// -----

// expected-error @+1 {{argument 1: oaml.donated requires each result to take one argument, found result 0 also at argument 0}}
func.func @donated_twice(%x: tensor<4xf32> {oaml.donated = 0}, %y: tensor<4xf32> {oaml.donated = 0}) -> tensor<4xf32> {
  return %y : tensor<4xf32>
}

// -----

// expected-error @+1 {{result 0: unknown attribute oaml.donated}}
func.func private @donated_result() -> (tensor<4xf32> {oaml.donated = 0})

// -----

// expected-error @+1 {{argument 0: oaml.run_seed requires type tensor<i32>, found 'tensor<1xi32>'}}
func.func @run_seed(%x: tensor<1xi32> {oaml.run_seed}) {
  return
}

// -----

// expected-error @+1 {{argument 0: unknown attribute oaml.dim}}
func.func @misspelled(%x: tensor<?xf32> {oaml.dim = ["B"]}) {
  return
}
