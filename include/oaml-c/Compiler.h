/*===- Compiler.h - C interface of the compiler -------------------*- C -*-===*\
|*                                                                            *|
|* Part of the OAML project, under the Apache License v2.0 with LLVM          *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

/**
 * Compiles programs to artifacts that the runtime loads (liboaml-compiler).
 * A program is read as text or bytecode, or built: a module, functions, ops by
 * the names of the op contract.
 *
 * Errors. A function that can fail returns null or 0 (false). By then the
 * context's callback has been called with one error or more, which say where,
 * which op, which rule, and what was found; only a null handle, where there is
 * no context to tell, gives null or false and nothing else. Nothing is printed.
 *
 * Ownership. Contexts, modules, blobs and unfinished ops are destroyed by the
 * caller, once; destroying null does nothing. A module must not outlive its
 * context. Functions and values belong to their module. Texts are UTF-8 and end
 * with a zero; arguments are copied.
 *
 * Threads. There is no global state. A context and all that was made in it may
 * be used by one thread at a time; several contexts are independent. Compiling
 * uses threads of its own and calls the callback from one at a time.
 */
#ifndef OAML_C_COMPILER_H
#define OAML_C_COMPILER_H

#include "oaml-c/Types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct OamlContext OamlContext;
typedef struct OamlModule OamlModule;
typedef struct OamlFunction OamlFunction;
typedef struct OamlOp OamlOp;
typedef struct OamlValue OamlValue;

/** OAML_MAKE_VERSION of the library. Any thread. */
OAML_C_API uint32_t oamlCompilerGetVersion(void);

/** Bytes that the caller destroys. A zero follows the last one. */
typedef struct OamlBlob {
  const void *data;
  size_t size;
} OamlBlob;
OAML_C_API void oamlBlobDestroy(OamlBlob *blob);

/**
 * A JSON array with an object per op: name, kind, summary, operands, attributes
 * and results, as `oaml-opt --oaml-list-ops=json` prints it. Any thread.
 */
OAML_C_API OamlBlob *oamlCompilerListOps(void);

/*===----------------------------------------------------------------------===*\
|* Contexts and diagnostics                                                   *|
\*===----------------------------------------------------------------------===*/

typedef enum OamlSeverity {
  OAML_SEVERITY_ERROR = 0,
  OAML_SEVERITY_WARNING = 1,
  OAML_SEVERITY_REMARK = 2,
  OAML_SEVERITY_NOTE = 3
} OamlSeverity;

typedef struct OamlDiagnostic {
  OamlSeverity severity;
  const char *message;
  /** Where; "" and 0 where that is unknown. Lines and columns count from 1. */
  const char *file;
  unsigned line, column;
  size_t numNotes;
  const struct OamlDiagnostic *notes;
} OamlDiagnostic;

/** Called during a call with the context, maybe from another thread, never from
 *  two at once. `diagnostic` lives until it returns. It must not call back. */
typedef void (*OamlDiagnosticCallback)(const OamlDiagnostic *diagnostic,
                                       void *user);

/** A context whose diagnostics go to `callback` (null: nowhere). Never null. */
OAML_C_API OamlContext *oamlContextCreate(OamlDiagnosticCallback callback,
                                          void *user);
OAML_C_API void oamlContextDestroy(OamlContext *context);

/*===----------------------------------------------------------------------===*\
|* Modules                                                                    *|
\*===----------------------------------------------------------------------===*/

/** An empty module; null only for a null context. */
OAML_C_API OamlModule *oamlModuleCreate(OamlContext *context);
/** Reads a module: text or bytecode, which need not end with a zero. `name` is
 *  the file of diagnostics; null: "<memory>". */
OAML_C_API OamlModule *oamlModuleParse(OamlContext *context, const void *data,
                                       size_t size, const char *name);
OAML_C_API void oamlModuleDestroy(OamlModule *module);

/** Whether the module is one that can be compiled. */
OAML_C_API int oamlModuleVerify(OamlModule *module);
/** The module as text; with locations where wanted. Null for null. */
OAML_C_API OamlBlob *oamlModulePrint(OamlModule *module, int withLocations);
/** The module as bytecode. Null for null. */
OAML_C_API OamlBlob *oamlModuleWriteBytecode(OamlModule *module);

/** Optimization: a kernel per op, fusion, also kernels side by side. */
typedef enum OamlLevel {
  /** OAML_O2. */
  OAML_LEVEL_DEFAULT = 0,
  OAML_O0 = 1,
  OAML_O1 = 2,
  OAML_O2 = 3
} OamlLevel;

/** Set structSize to sizeof(OamlCompileOptions), all else to zero. */
typedef struct OamlCompileOptions {
  size_t structSize;
  /** For what: a profile ("lavapipe", "swiftshader", "desktop", "mobile"), or a
   *  description in JSON: OamlDeviceInfo.description of the runtime, or what
   *  oaml-run --device-info writes. Null: the module's own kernel.device. */
  const char *target;
  OamlLevel level;
  /** Functions that can be run; none: every public one. */
  size_t numEntries;
  const char *const *entries;
  /** Folder for the program after each phase; null: none. */
  const char *dumpDirectory;
} OamlCompileOptions;

/**
 * Compiles a copy of the module to the bytes of an artifact. Equal input gives
 * equal bytes. `report`, where not null, gets a JSON text, which the caller
 * destroys, about what the program became: as `oaml-compile --report` writes
 * it.
 */
OAML_C_API OamlBlob *oamlModuleCompile(OamlModule *module,
                                       const OamlCompileOptions *options,
                                       OamlBlob **report);

/*===----------------------------------------------------------------------===*\
|* Functions                                                                  *|
\*===----------------------------------------------------------------------===*/

/** A dynamic extent. */
#define OAML_DYNAMIC (-1)

/** Set structSize to sizeof(OamlTensorSpec). */
typedef struct OamlTensorSpec {
  size_t structSize;
  OamlDType dtype;
  size_t rank;
  /** OAML_DYNAMIC where an extent is only known at run time. */
  const int64_t *shape;
  /** Names of dynamic extents (equal names are equal extents), one entry per
   *  axis, null or "" where there is none; or null. */
  const char *const *dims;
  /** What the runtime knows the argument by; or null. */
  const char *name;
} OamlTensorSpec;

/**
 * A new function without body. Public ones are entries of the artifact. It is
 * finished by oamlFunctionReturn; until then nothing can call it.
 */
OAML_C_API OamlFunction *oamlFunctionCreate(OamlModule *module,
                                            const char *name, int isPublic,
                                            size_t numArguments,
                                            const OamlTensorSpec *arguments);
/** A function of the module by its name, or null (which is no error). */
OAML_C_API OamlFunction *oamlModuleFindFunction(OamlModule *module,
                                                const char *name);
OAML_C_API size_t oamlFunctionGetNumArguments(const OamlFunction *function);
OAML_C_API size_t oamlFunctionGetNumResults(const OamlFunction *function);
/** An argument; null outside the range. */
OAML_C_API OamlValue *oamlFunctionGetArgument(OamlFunction *function,
                                              size_t index);
/** Lets a result take over the buffer of an argument, which must be of its
 * type: weights that a step updates in place. */
OAML_C_API int oamlFunctionDonate(OamlFunction *function, size_t argument,
                                  size_t result);
/** Where in the user's source what is built from now on comes from; shown in
 *  diagnostics of compiler and runtime. */
OAML_C_API void oamlFunctionSetLocation(OamlFunction *function,
                                        const char *file, unsigned line,
                                        unsigned column);
/** Finishes the function. `names` are those of the results, or null. After an
 *  error the function is as it was before. */
OAML_C_API int oamlFunctionReturn(OamlFunction *function, size_t numResults,
                                  OamlValue *const *results,
                                  const char *const *names);

/** Type of a value; `shape` has room for OAML_MAX_RANK extents. False for null
 *  and for what is no tensor of a known element type. */
OAML_C_API int oamlValueGetType(const OamlValue *value, OamlDType *dtype,
                                size_t *rank, int64_t *shape);

/*===----------------------------------------------------------------------===*\
|* Ops                                                                        *|
\*===----------------------------------------------------------------------===*/

/** A constant; `size` is that of the tensor in bytes. The data is copied. */
OAML_C_API OamlValue *oamlBuildConstant(OamlFunction *function, OamlDType dtype,
                                        size_t rank, const int64_t *shape,
                                        const void *data, size_t size);
/** A rank-0 constant: the number rounded to `dtype`. */
OAML_C_API OamlValue *oamlBuildScalar(OamlFunction *function, OamlDType dtype,
                                      double value);

/**
 * Starts an op by its contract name ("softmax" or "oaml.softmax"). Operands are
 * added in the contract's order, attributes set by their names; each setter
 * takes what means the attribute's value (an integer also for a float, a string
 * for an enum, an element type or a function). An op that a setter failed for
 * cannot be finished. Null for an unknown name; the error lists similar ones.
 */
OAML_C_API OamlOp *oamlOpCreate(OamlFunction *function, const char *name);
/** Gives up an op that is not finished. */
OAML_C_API void oamlOpDestroy(OamlOp *op);
/** The next operand; null leaves out an optional one. */
OAML_C_API int oamlOpAddOperand(OamlOp *op, OamlValue *value);
/** The next operand, which takes any number of values. */
OAML_C_API int oamlOpAddOperands(OamlOp *op, size_t count,
                                 OamlValue *const *values);
OAML_C_API int oamlOpSetInt(OamlOp *op, const char *name, int64_t value);
OAML_C_API int oamlOpSetFloat(OamlOp *op, const char *name, double value);
OAML_C_API int oamlOpSetBool(OamlOp *op, const char *name, int value);
OAML_C_API int oamlOpSetString(OamlOp *op, const char *name, const char *value);
OAML_C_API int oamlOpSetInts(OamlOp *op, const char *name, size_t count,
                             const int64_t *values);
OAML_C_API int oamlOpSetFloats(OamlOp *op, const char *name, size_t count,
                               const double *values);
OAML_C_API int oamlOpSetDType(OamlOp *op, const char *name, OamlDType value);
/** Any attribute, as MLIR prints it. */
OAML_C_API int oamlOpSetText(OamlOp *op, const char *name, const char *value);
/** An attribute that changes from run to run (a learning rate, a bound of a
 *  slice): a rank-0 tensor, or an extent. */
OAML_C_API int oamlOpSetValue(OamlOp *op, const char *name, OamlValue *value);
/** A list of extents: values[i] where it is not null, else extents[i]. */
OAML_C_API int oamlOpSetExtents(OamlOp *op, const char *name, size_t count,
                                const int64_t *extents,
                                OamlValue *const *values);
/**
 * Builds and checks the op, which is destroyed in any case. Result types follow
 * from the op's rules. Writes the first `capacity` results and returns how many
 * there are; 0 after an error.
 */
OAML_C_API size_t oamlOpFinish(OamlOp *op, size_t capacity,
                               OamlValue **results);

/*===----------------------------------------------------------------------===*\
|* Calls and gradients; callees are finished functions of the same module     *|
\*===----------------------------------------------------------------------===*/

/** A call. `results` has room for the callee's; or is null. */
OAML_C_API int oamlBuildCall(OamlFunction *function, OamlFunction *callee,
                             size_t numArguments, OamlValue *const *arguments,
                             OamlValue **results);
/** Gradients of the callee's first result, one float element, for the arguments
 *  numbered by `wrt`: as many as those. */
OAML_C_API int oamlBuildGrad(OamlFunction *function, OamlFunction *callee,
                             size_t numArguments, OamlValue *const *arguments,
                             size_t numWrt, const int64_t *wrt,
                             OamlValue **results);
/** All results of the callee, then the gradients. */
OAML_C_API int oamlBuildValueAndGrad(OamlFunction *function,
                                     OamlFunction *callee, size_t numArguments,
                                     OamlValue *const *arguments, size_t numWrt,
                                     const int64_t *wrt, OamlValue **results);
/** All results of the callee, then its vector-Jacobian products with the
 *  cotangents, one per result. */
OAML_C_API int oamlBuildVjp(OamlFunction *function, OamlFunction *callee,
                            size_t numArguments, OamlValue *const *arguments,
                            size_t numCotangents, OamlValue *const *cotangents,
                            size_t numWrt, const int64_t *wrt,
                            OamlValue **results);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* OAML_C_COMPILER_H */
