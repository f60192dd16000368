// RUN: oaml-opt %s --verify-diagnostics --split-input-file

// expected-error @+1 {{'plan.entry' op requires symbols to be bound by one of its 1 arguments, found #plan.symbol<"B", argument = 1, dimension = 0>}}
plan.entry @symbol_of_no_argument type (tensor<?x4xf32>) -> tensor<4xf32>
    symbols [#plan.symbol<"B", argument = 1, dimension = 0>]
    extents [affine_map<()[s0] -> (s0, 4)>] -> [affine_map<()[s0] -> (4)>]
    arena affine_map<()[s0] -> (0)> bound affine_map<()[s0] -> (0)> {
}

// -----

// expected-error @+1 {{'plan.entry' op requires symbols to be dynamic extents, found #plan.symbol<"B", argument = 0, dimension = 1> of 'tensor<?x4xf32>'}}
plan.entry @symbol_of_static_extent type (tensor<?x4xf32>) -> tensor<4xf32>
    symbols [#plan.symbol<"B", argument = 0, dimension = 1>]
    extents [affine_map<()[s0] -> (s0, 4)>] -> [affine_map<()[s0] -> (4)>]
    arena affine_map<()[s0] -> (0)> bound affine_map<()[s0] -> (0)> {
}

// -----

// expected-error @+1 {{'plan.entry' op requires symbols to be dynamic extents, found #plan.symbol<"B", argument = 0, dimension = 2> of 'tensor<?x4xf32>'}}
plan.entry @symbol_of_no_dimension type (tensor<?x4xf32>) -> tensor<4xf32>
    symbols [#plan.symbol<"B", argument = 0, dimension = 2>]
    extents [affine_map<()[s0] -> (s0, 4)>] -> [affine_map<()[s0] -> (4)>]
    arena affine_map<()[s0] -> (0)> bound affine_map<()[s0] -> (0)> {
}

// -----

// expected-error @+1 {{'plan.entry' op requires a relation of eq, ne, lt and le, found gt}}
plan.entry @relation type (tensor<?x4xf32>) -> tensor<4xf32>
    symbols [#plan.symbol<"B", argument = 0, dimension = 0>]
    extents [affine_map<()[s0] -> (s0, 4)>] -> [affine_map<()[s0] -> (4)>]
    arena affine_map<()[s0] -> (0)> bound affine_map<()[s0] -> (0)>
    attributes {predicates = [#plan.predicate<"oaml.add", "rule", affine_map<()[s0] -> (s0)>, "gt", affine_map<()[s0] -> (1)>, loc(unknown)>]} {
}

// -----

// expected-error @+1 {{'plan.entry' op requires rhs to map the entry's 1 symbols to 1 number, found affine_map<()[s0, s1] -> (s1)>}}
plan.entry @predicate_map type (tensor<?x4xf32>) -> tensor<4xf32>
    symbols [#plan.symbol<"B", argument = 0, dimension = 0>]
    extents [affine_map<()[s0] -> (s0, 4)>] -> [affine_map<()[s0] -> (4)>]
    arena affine_map<()[s0] -> (0)> bound affine_map<()[s0] -> (0)>
    attributes {predicates = [#plan.predicate<"oaml.add", "rule", affine_map<()[s0] -> (s0)>, "lt", affine_map<()[s0, s1] -> (s1)>, loc(unknown)>]} {
}

// -----

// expected-error @+1 {{'plan.entry' op requires a map of argument extents for each of 1 tensors, found 0}}
plan.entry @number_of_extents type (tensor<?x4xf32>) -> tensor<4xf32>
    symbols [#plan.symbol<"B", argument = 0, dimension = 0>]
    extents [] -> [affine_map<()[s0] -> (4)>]
    arena affine_map<()[s0] -> (0)> bound affine_map<()[s0] -> (0)> {
}

// -----

// expected-error @+1 {{'plan.entry' op requires result extents to map the entry's 1 symbols to 1 number, found affine_map<()[s0] -> (s0, 4)>}}
plan.entry @rank_of_extents type (tensor<?x4xf32>) -> tensor<4xf32>
    symbols [#plan.symbol<"B", argument = 0, dimension = 0>]
    extents [affine_map<()[s0] -> (s0, 4)>] -> [affine_map<()[s0] -> (s0, 4)>]
    arena affine_map<()[s0] -> (0)> bound affine_map<()[s0] -> (0)> {
}

// -----

// expected-error @+1 {{'plan.entry' op requires tensors, found 'index'}}
plan.entry @type type (tensor<?x4xf32>) -> index
    symbols [#plan.symbol<"B", argument = 0, dimension = 0>]
    extents [affine_map<()[s0] -> (s0, 4)>] -> [affine_map<()[s0] -> (4)>]
    arena affine_map<()[s0] -> (0)> bound affine_map<()[s0] -> (0)> {
}

// -----

// expected-error @+1 {{'plan.entry' op requires arena to map the entry's 1 symbols to 1 number, found affine_map<(d0) -> (d0)>}}
plan.entry @arena_map type (tensor<?x4xf32>) -> tensor<4xf32>
    symbols [#plan.symbol<"B", argument = 0, dimension = 0>]
    extents [affine_map<()[s0] -> (s0, 4)>] -> [affine_map<()[s0] -> (4)>]
    arena affine_map<(d0) -> (d0)> bound affine_map<()[s0] -> (0)> {
}

// -----

// expected-error @+1 {{'plan.entry' op requires bound to map the entry's 1 symbols to 1 number, found affine_map<() -> (0, 0)>}}
plan.entry @bound_map type (tensor<?x4xf32>) -> tensor<4xf32>
    symbols [#plan.symbol<"B", argument = 0, dimension = 0>]
    extents [affine_map<()[s0] -> (s0, 4)>] -> [affine_map<()[s0] -> (4)>]
    arena affine_map<()[s0] -> (0)> bound affine_map<() -> (0, 0)> {
}

// -----

plan.entry @argument_number type (tensor<?x4xf32>) -> tensor<4xf32>
    symbols [#plan.symbol<"B", argument = 0, dimension = 0>]
    extents [affine_map<()[s0] -> (s0, 4)>] -> [affine_map<()[s0] -> (4)>]
    arena affine_map<()[s0] -> (0)> bound affine_map<()[s0] -> (0)> {
  // expected-error @+1 {{'plan.argument' op requires one of 1 arguments, found number 1}}
  %x = plan.argument 1 size affine_map<()[s0] -> (s0 * 16)>
}

// -----

plan.entry @result_number type (tensor<?x4xf32>) -> tensor<4xf32>
    symbols [#plan.symbol<"B", argument = 0, dimension = 0>]
    extents [affine_map<()[s0] -> (s0, 4)>] -> [affine_map<()[s0] -> (4)>]
    arena affine_map<()[s0] -> (0)> bound affine_map<()[s0] -> (0)> {
  // expected-error @+1 {{'plan.result' op requires one of 1 results, found number 2}}
  %x = plan.result 2 size affine_map<()[s0] -> (s0 * 16)>
}

// -----

plan.entry @argument_size type (tensor<?x4xf32>) -> tensor<4xf32>
    symbols [#plan.symbol<"B", argument = 0, dimension = 0>]
    extents [affine_map<()[s0] -> (s0, 4)>] -> [affine_map<()[s0] -> (4)>]
    arena affine_map<()[s0] -> (0)> bound affine_map<()[s0] -> (0)> {
  // expected-error @+1 {{'plan.argument' op requires size to map the entry's 1 symbols to 1 number, found affine_map<()[s0, s1] -> (s0 * s1)>}}
  %x = plan.argument 0 size affine_map<()[s0, s1] -> (s0 * s1)>
}

// -----

plan.entry @result_size type (tensor<?x4xf32>) -> tensor<4xf32>
    symbols [#plan.symbol<"B", argument = 0, dimension = 0>]
    extents [affine_map<()[s0] -> (s0, 4)>] -> [affine_map<()[s0] -> (4)>]
    arena affine_map<()[s0] -> (0)> bound affine_map<()[s0] -> (0)> {
  // expected-error @+1 {{'plan.result' op requires size to map}}
  %x = plan.result 0 size affine_map<(d0) -> (d0)>
}

// -----

plan.entry @arena_offset type (tensor<?x4xf32>) -> tensor<4xf32>
    symbols [#plan.symbol<"B", argument = 0, dimension = 0>]
    extents [affine_map<()[s0] -> (s0, 4)>] -> [affine_map<()[s0] -> (4)>]
    arena affine_map<()[s0] -> (0)> bound affine_map<()[s0] -> (0)> {
  // expected-error @+1 {{'plan.arena' op requires offset to map}}
  %x = plan.arena at affine_map<(d0) -> (d0)> size affine_map<() -> (4)>
}

// -----

plan.entry @arena_size type (tensor<?x4xf32>) -> tensor<4xf32>
    symbols [#plan.symbol<"B", argument = 0, dimension = 0>]
    extents [affine_map<()[s0] -> (s0, 4)>] -> [affine_map<()[s0] -> (4)>]
    arena affine_map<()[s0] -> (0)> bound affine_map<()[s0] -> (0)> {
  // expected-error @+1 {{'plan.arena' op requires size to map}}
  %x = plan.arena at affine_map<() -> (0)> size affine_map<(d0) -> (d0)>
}

// -----

plan.entry @arena_alignment type (tensor<?x4xf32>) -> tensor<4xf32>
    symbols [#plan.symbol<"B", argument = 0, dimension = 0>]
    extents [affine_map<()[s0] -> (s0, 4)>] -> [affine_map<()[s0] -> (4)>]
    arena affine_map<()[s0] -> (0)> bound affine_map<()[s0] -> (0)> {
  // expected-error @+1 {{'plan.arena' op requires an offset that is a multiple of 256, found affine_map<()[s0] -> (s0 * 16)>}}
  %x = plan.arena at affine_map<()[s0] -> (s0 * 16)> size affine_map<() -> (4)>
}

// -----

plan.entry @copy_size type (tensor<?x4xf32>) -> tensor<4xf32>
    symbols [#plan.symbol<"B", argument = 0, dimension = 0>]
    extents [affine_map<()[s0] -> (s0, 4)>] -> [affine_map<()[s0] -> (4)>]
    arena affine_map<()[s0] -> (0)> bound affine_map<()[s0] -> (0)> {
  %x = plan.argument 0 size affine_map<()[s0] -> (s0 * 16)>
  %y = plan.result 0 size affine_map<()[s0] -> (s0 * 16)>
  // expected-error @+1 {{'plan.copy' op requires size to map}}
  plan.copy %x to %y size affine_map<(d0) -> (d0)>
}

// -----

kernel.func private @relu(%x: tensor<?x4xf32> {oaml.dims = ["B", 4]}) -> (tensor<?x4xf32> {oaml.dims = ["B", 4]}) {
  kernel.return %x : tensor<?x4xf32>
}
plan.entry @launch_extents type (tensor<?x4xf32>) -> tensor<4xf32>
    symbols [#plan.symbol<"B", argument = 0, dimension = 0>]
    extents [affine_map<()[s0] -> (s0, 4)>] -> [affine_map<()[s0] -> (4)>]
    arena affine_map<()[s0] -> (0)> bound affine_map<()[s0] -> (0)> {
  %x = plan.argument 0 size affine_map<()[s0] -> (s0 * 16)>
  // expected-error @+1 {{'plan.launch' op requires extents to map the entry's 1 symbols to 1 number, found affine_map<()[s0] -> (s0, 4)>}}
  plan.launch @relu(%x, %x) extents [affine_map<()[s0] -> (s0, 4)>]
}

// -----

plan.entry @launch_without_kernel type (tensor<?x4xf32>) -> tensor<4xf32>
    symbols [#plan.symbol<"B", argument = 0, dimension = 0>]
    extents [affine_map<()[s0] -> (s0, 4)>] -> [affine_map<()[s0] -> (4)>]
    arena affine_map<()[s0] -> (0)> bound affine_map<()[s0] -> (0)> {
  %x = plan.argument 0 size affine_map<()[s0] -> (s0 * 16)>
  // expected-error @+1 {{'plan.launch' op requires a kernel.func, found none named @relu}}
  plan.launch @relu(%x, %x) extents [affine_map<()[s0] -> (s0)>]
}

// -----

kernel.func private @relu(%x: tensor<?x4xf32> {oaml.dims = ["B", 4]}) -> (tensor<?x4xf32> {oaml.dims = ["B", 4]}) {
  kernel.return %x : tensor<?x4xf32>
}
plan.entry @launch_buffers type (tensor<?x4xf32>) -> tensor<4xf32>
    symbols [#plan.symbol<"B", argument = 0, dimension = 0>]
    extents [affine_map<()[s0] -> (s0, 4)>] -> [affine_map<()[s0] -> (4)>]
    arena affine_map<()[s0] -> (0)> bound affine_map<()[s0] -> (0)> {
  %x = plan.argument 0 size affine_map<()[s0] -> (s0 * 16)>
  // expected-error @+1 {{'plan.launch' op requires a buffer for each of the kernel's 2 tensor arguments and results, found 1}}
  plan.launch @relu(%x) extents [affine_map<()[s0] -> (s0)>]
}

// -----

kernel.func private @relu(%x: tensor<?x4xf32> {oaml.dims = ["B", 4]}) -> (tensor<?x4xf32> {oaml.dims = ["B", 4]}) {
  kernel.return %x : tensor<?x4xf32>
}
plan.entry @launch_symbols type (tensor<?x4xf32>) -> tensor<4xf32>
    symbols [#plan.symbol<"B", argument = 0, dimension = 0>]
    extents [affine_map<()[s0] -> (s0, 4)>] -> [affine_map<()[s0] -> (4)>]
    arena affine_map<()[s0] -> (0)> bound affine_map<()[s0] -> (0)> {
  %x = plan.argument 0 size affine_map<()[s0] -> (s0 * 16)>
  // expected-error @+1 {{'plan.launch' op requires an extent for each of the kernel's 1 symbols, found 0}}
  plan.launch @relu(%x, %x) extents []
}

// -----

plan.entry @foreign_op type (tensor<?x4xf32>) -> tensor<4xf32>
    symbols [#plan.symbol<"B", argument = 0, dimension = 0>]
    extents [affine_map<()[s0] -> (s0, 4)>] -> [affine_map<()[s0] -> (4)>]
    arena affine_map<()[s0] -> (0)> bound affine_map<()[s0] -> (0)> {
  // expected-error @+1 {{'arith.constant' op does not belong in a plan.entry}}
  %c = arith.constant 1 : index
}

// -----

// expected-error @+1 {{'plan.barrier' op expects parent op 'plan.entry'}}
plan.barrier
