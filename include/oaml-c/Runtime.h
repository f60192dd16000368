/*===- Runtime.h - C interface of the runtime ---------------------*- C -*-===*\
|*                                                                            *|
|* Part of the OAML project, under the Apache License v2.0 with LLVM          *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

/**
 * Loads compiled programs and runs them (liboaml-rt; no compiler in it).
 *
 * Errors. A function that can fail returns null, or an OamlError that the
 * caller destroys. What it was to write to is untouched on an error. A null
 * handle or pointer where one is required is such an error, too.
 *
 * Ownership. Each ...Create, ...Load and ...FromMemory gives one handle that
 * the caller destroys once; destroying null does nothing, destroying twice is
 * undefined. Handles may be destroyed in any order: what an object needs, it
 * keeps alive (a program its device and artifact, an invocation its program and
 * buffers). Structs that a function returns by pointer to const belong to the
 * handle they were asked of, and live as long as it. Texts are UTF-8, end with
 * a zero and are never null; "" where there is nothing to say.
 *
 * Threads. There is no global state. Devices, artifacts, programs and buffers
 * may be used from several threads at once; an invocation from one thread at a
 * time, so each thread makes its own. Destroying a handle while another thread
 * uses that same handle is undefined. Runs of one device follow one another.
 */
#ifndef OAML_C_RUNTIME_H
#define OAML_C_RUNTIME_H

#include "oaml-c/Types.h"

#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct OamlDevice OamlDevice;
typedef struct OamlArtifact OamlArtifact;
typedef struct OamlProgram OamlProgram;
typedef struct OamlInvocation OamlInvocation;
typedef struct OamlBuffer OamlBuffer;

/** OAML_MAKE_VERSION of the library. Any thread. */
OAML_C_API uint32_t oamlRuntimeGetVersion(void);

/*===----------------------------------------------------------------------===*\
|* Errors                                                                     *|
\*===----------------------------------------------------------------------===*/

typedef enum OamlErrorCode {
  /** The caller passed something that does not fit: wrong dtype, rank, extent,
   *  size or order of calls, a null handle. */
  OAML_ERROR_INVALID_ARGUMENT = 1,
  /** The artifact is damaged, truncated, hostile or of another version. */
  OAML_ERROR_INVALID_ARTIFACT = 2,
  /** A shape rule of the program does not hold for the bound arguments. */
  OAML_ERROR_PREDICATE_FAILED = 3,
  /** The device, the driver or this system lacks what was asked for. */
  OAML_ERROR_UNSUPPORTED = 4,
  /** No such file, device, entry or layer. */
  OAML_ERROR_NOT_FOUND = 5,
  /** A file could not be read. */
  OAML_ERROR_IO = 6,
  OAML_ERROR_OUT_OF_MEMORY = 7,
  /** The device was lost; all that is left to do is to destroy its handles. */
  OAML_ERROR_DEVICE_LOST = 8,
  /** Another Vulkan call failed; see vulkanResult. */
  OAML_ERROR_DEVICE = 9,
  /** A kernel wrote outside of its buffers (guard bands were on). */
  OAML_ERROR_GUARD = 10
} OamlErrorCode;

typedef struct OamlError {
  OamlErrorCode code;
  /** What went wrong, with what was expected and what was found. */
  const char *message;
  /** The op of the source program, "oaml.add". */
  const char *op;
  /** Where that is, "model.mlir:12:8". */
  const char *location;
  /** "VK_ERROR_DEVICE_LOST". */
  const char *vulkanResult;
} OamlError;

/** Frees an error. Any thread; once per error. */
OAML_C_API void oamlErrorDestroy(OamlError *error);

/*===----------------------------------------------------------------------===*\
|* Devices                                                                    *|
\*===----------------------------------------------------------------------===*/

typedef enum OamlDeviceKind {
  OAML_DEVICE_OTHER = 0,
  OAML_DEVICE_INTEGRATED = 1,
  OAML_DEVICE_DISCRETE = 2,
  OAML_DEVICE_VIRTUAL = 3,
  OAML_DEVICE_CPU = 4
} OamlDeviceKind;

typedef struct OamlDeviceInfo {
  /** Position in the enumeration of this system; a choice for
   *  oamlDeviceCreate. */
  unsigned index;
  /** "llvmpipe (LLVM 19.1.7, 256 bits)". */
  const char *name;
  const char *driver;
  /** The compiler's profile that fits: "lavapipe", "desktop". */
  const char *profile;
  OamlDeviceKind kind;
  /** Why this runtime cannot use the device; "" where it can. */
  const char *unusable;
  /** The largest device-local heap, and the largest allocation, in bytes. */
  uint64_t memory, maxAllocation;
  /** Nonzero where oamlBufferMap works. */
  int hasUnifiedMemory;
  /** Nonzero where launches can be timed. */
  int hasTimestamps;
  /** JSON for OamlCompileOptions.target: what the compiler wants to know. */
  const char *description;
} OamlDeviceInfo;

typedef struct OamlDeviceList {
  size_t numDevices;
  const OamlDeviceInfo *const *devices;
} OamlDeviceList;

/**
 * All devices that Vulkan reports, unusable ones included. NotFound where there
 * is no Vulkan. Any thread. The caller destroys the list.
 */
OAML_C_API OamlError *oamlDeviceListCreate(OamlDeviceList **list);
OAML_C_API void oamlDeviceListDestroy(OamlDeviceList *list);

/** Set structSize to sizeof(OamlDeviceOptions), all else to zero. */
typedef struct OamlDeviceOptions {
  size_t structSize;
  /** Khronos' validation layer on; see oamlDeviceCheckValidation. */
  int validate;
  /** Watch for stray writes of kernels. Slow; for tests. */
  int guardBands;
  /** Directory of pipeline caches; null: OAML_CACHE_DIR or the user's cache,
   *  "": none. */
  const char *cacheDirectory;
} OamlDeviceOptions;

/**
 * Opens a device. `choice` is an index ("0"), a profile ("lavapipe") or a part
 * of the name; null or "": the environment's OAML_DEVICE, or the best.
 * `options` may be null. Any thread.
 */
OAML_C_API OamlError *oamlDeviceCreate(const char *choice,
                                       const OamlDeviceOptions *options,
                                       OamlDevice **device);
OAML_C_API void oamlDeviceDestroy(OamlDevice *device);
/** What the device is; null for null. Any thread. */
OAML_C_API const OamlDeviceInfo *oamlDeviceGetInfo(const OamlDevice *device);
/** Waits until all runs that were submitted so far are finished. Any thread. */
OAML_C_API OamlError *oamlDeviceWaitIdle(const OamlDevice *device);
/** An error with all messages of the validation layer since the device was
 *  opened, one a line; null where there are none. Any thread. */
OAML_C_API OamlError *oamlDeviceCheckValidation(const OamlDevice *device);

/*===----------------------------------------------------------------------===*\
|* Artifacts                                                                  *|
\*===----------------------------------------------------------------------===*/

/** One extent of a tensor of the signature. */
typedef struct OamlDimInfo {
  /** The value, or -1 where it depends on the arguments. */
  int64_t value;
  /** The expression: "64", "B", "B * 2". */
  const char *text;
} OamlDimInfo;

/** An argument or a result. */
typedef struct OamlTensorInfo {
  const char *name;
  OamlDType dtype;
  size_t rank;
  const OamlDimInfo *dims;
  /** Arguments: the result that takes over the buffer, or -1. */
  int donated;
  /** Arguments: nonzero where the runtime fills it (the seed of the run); bind
   *  nothing. */
  int isHidden;
  /** "Bx64xf32". */
  const char *typeText;
  const char *location;
} OamlTensorInfo;

typedef enum OamlCommandKind {
  OAML_COMMAND_LAUNCH = 0,
  OAML_COMMAND_BARRIER = 1,
  OAML_COMMAND_COPY = 2
} OamlCommandKind;

/** One step of an entry. */
typedef struct OamlCommandInfo {
  OamlCommandKind kind;
  /** Launches: the name of the kernel. */
  const char *kernel;
  /** The ops it came from: "linear, relu". */
  const char *label;
  const char *location;
} OamlCommandInfo;

/** A function of the program. */
typedef struct OamlEntryInfo {
  const char *name;
  size_t numArguments;
  const OamlTensorInfo *const *arguments;
  size_t numResults;
  const OamlTensorInfo *const *results;
  size_t numCommands;
  const OamlCommandInfo *const *commands;
  const char *location;
} OamlEntryInfo;

typedef struct OamlArtifactInfo {
  /** Version of the file format. */
  unsigned schemaMajor, schemaMinor;
  /** Who wrote it, and for what: "lavapipe". */
  const char *compiler, *target;
  uint64_t fileBytes, constantBytes;
  size_t numEntries;
  const OamlEntryInfo *const *entries;
} OamlArtifactInfo;

/**
 * Maps a file (.oamlx) and checks all of it. The file must not change while the
 * artifact or a program made of it lives. Any thread.
 */
OAML_C_API OamlError *oamlArtifactLoad(const char *path,
                                       OamlArtifact **artifact);
/** Checks a copy of `size` bytes. Any thread. */
OAML_C_API OamlError *oamlArtifactFromMemory(const void *data, size_t size,
                                             OamlArtifact **artifact);
OAML_C_API void oamlArtifactDestroy(OamlArtifact *artifact);
/** What is in it; null for null. Needs no device. Any thread. */
OAML_C_API const OamlArtifactInfo *
oamlArtifactGetInfo(const OamlArtifact *artifact);
/** Unsupported, with the kernel and what it needs, where `device` (of a list,
 *  or open) cannot run it. Any thread. */
OAML_C_API OamlError *oamlArtifactCheckDevice(const OamlArtifact *artifact,
                                              const OamlDeviceInfo *device);

/** Positions by name, or -1. */
static inline int oamlFindEntry(const OamlArtifactInfo *info,
                                const char *name) {
  for (size_t i = 0; i < info->numEntries; ++i)
    if (strcmp(info->entries[i]->name, name) == 0)
      return (int)i;
  return -1;
}
static inline int oamlFindArgument(const OamlEntryInfo *entry,
                                   const char *name) {
  for (size_t i = 0; i < entry->numArguments; ++i)
    if (strcmp(entry->arguments[i]->name, name) == 0)
      return (int)i;
  return -1;
}
static inline int oamlFindResult(const OamlEntryInfo *entry, const char *name) {
  for (size_t i = 0; i < entry->numResults; ++i)
    if (strcmp(entry->results[i]->name, name) == 0)
      return (int)i;
  return -1;
}

/*===----------------------------------------------------------------------===*\
|* Programs                                                                   *|
\*===----------------------------------------------------------------------===*/

/**
 * An artifact on a device: constants uploaded; pipelines are made when an entry
 * is first wanted. Keeps both alive. Unsupported where the device lacks
 * something. Any thread.
 */
OAML_C_API OamlError *oamlProgramCreate(const OamlDevice *device,
                                        const OamlArtifact *artifact,
                                        OamlProgram **program);
OAML_C_API void oamlProgramDestroy(OamlProgram *program);
/** Makes the pipelines of all entries now, in parallel. Any thread. */
OAML_C_API OamlError *oamlProgramPrepare(const OamlProgram *program);
/**
 * Restarts the generator that fills hidden seed arguments: one draw per run of
 * any entry that has one. A new program starts as after seed 0. Any thread; in
 * which order runs of several threads draw is theirs to arrange.
 */
OAML_C_API OamlError *oamlProgramSetSeed(const OamlProgram *program,
                                         uint64_t seed);

/*===----------------------------------------------------------------------===*\
|* Buffers                                                                    *|
\*===----------------------------------------------------------------------===*/

/**
 * Allocates `size` bytes of device memory, contents undefined; freed with the
 * last handle, binding and run that use it. `name` is for errors and debuggers,
 * or null. Any thread.
 */
OAML_C_API OamlError *oamlBufferCreate(const OamlDevice *device, uint64_t size,
                                       const char *name, OamlBuffer **buffer);
/**
 * Uses the caller's memory without a copy; it must stay mapped until the buffer
 * and all that uses it are gone. Unsupported where the device cannot, or `data`
 * is not aligned to 16 bytes: copy then. Any thread.
 */
OAML_C_API OamlError *oamlBufferImportHost(const OamlDevice *device, void *data,
                                           uint64_t size, const char *name,
                                           OamlBuffer **buffer);
OAML_C_API void oamlBufferDestroy(OamlBuffer *buffer);
/** Bytes; 0 for null. Any thread. */
OAML_C_API uint64_t oamlBufferGetSize(const OamlBuffer *buffer);
/**
 * The memory as the host sees it, or null where it cannot. Lives as long as the
 * buffer. Wait for runs that use it before looking. Any thread.
 */
OAML_C_API void *oamlBufferMap(const OamlBuffer *buffer);
/**
 * Copies from or to the host, waiting for runs submitted before. Any thread;
 * that two threads do not write the same bytes at once is theirs to arrange.
 */
OAML_C_API OamlError *oamlBufferRead(const OamlBuffer *buffer, uint64_t offset,
                                     void *data, uint64_t size);
OAML_C_API OamlError *oamlBufferWrite(const OamlBuffer *buffer, uint64_t offset,
                                      const void *data, uint64_t size);

/*===----------------------------------------------------------------------===*\
|* Invocations: one thread at a time                                          *|
\*===----------------------------------------------------------------------===*/

/** A dense row-major tensor in the caller's memory. */
typedef struct OamlTensor {
  OamlDType dtype;
  size_t rank;
  const int64_t *shape;
  const void *data;
} OamlTensor;

typedef enum OamlHostAccess {
  /** Copy the array at once. */
  OAML_HOST_COPY = 0,
  /** The array stays as it is until the runs that read it are finished; used
   *  without a copy where that pays. Donated arguments are always copied. */
  OAML_HOST_BORROW = 1
} OamlHostAccess;

/**
 * One way to run an entry (null or "": the only one), with its bindings. Keeps
 * the program alive. NotFound lists the entries there are. Any thread.
 */
OAML_C_API OamlError *oamlInvocationCreate(const OamlProgram *program,
                                           const char *entry,
                                           OamlInvocation **invocation);
/** Waits for a run that is still going. */
OAML_C_API void oamlInvocationDestroy(OamlInvocation *invocation);
/** The signature; null for null. Lives as long as the invocation. */
OAML_C_API const OamlEntryInfo *
oamlInvocationGetEntry(const OamlInvocation *invocation);

/**
 * Bind an argument: to a host array, or to device memory from byte `offset` (a
 * multiple of 16) of `buffer`, which is kept alive. dtype, rank and static
 * extents are checked here, dynamic ones when run. Bindings last until
 * replaced. A donated argument's memory becomes its result: the next run
 * without rebinding goes on from the new value. Waits for a run that is still
 * going.
 */
OAML_C_API OamlError *oamlInvocationBindHost(OamlInvocation *invocation,
                                             size_t argument,
                                             const OamlTensor *tensor,
                                             OamlHostAccess access);
OAML_C_API OamlError *
oamlInvocationBindBuffer(OamlInvocation *invocation, size_t argument,
                         const OamlBuffer *buffer, uint64_t offset,
                         OamlDType dtype, size_t rank, const int64_t *shape);
/**
 * Binds device memory to a result, which must not be memory of an argument.
 * Without, the runtime allocates and reuses it; a null buffer goes back to
 * that.
 */
OAML_C_API OamlError *oamlInvocationBindResult(OamlInvocation *invocation,
                                               size_t result,
                                               const OamlBuffer *buffer,
                                               uint64_t offset);

/** Runs and waits. */
OAML_C_API OamlError *oamlInvocationRun(OamlInvocation *invocation);
/** Starts a run. A second one waits for the first. */
OAML_C_API OamlError *oamlInvocationSubmit(OamlInvocation *invocation);
/** Waits for the run that was started last; at once where there is none. */
OAML_C_API OamlError *oamlInvocationWait(OamlInvocation *invocation);

/** The extents of a result for the arguments now bound; `shape` has room for as
 *  many as the signature's rank. */
OAML_C_API OamlError *oamlInvocationGetResultShape(OamlInvocation *invocation,
                                                   size_t result,
                                                   int64_t *shape);
/** Copies a result to the host; `size` must be its size in bytes. */
OAML_C_API OamlError *oamlInvocationReadResult(OamlInvocation *invocation,
                                               size_t result, void *data,
                                               size_t size);
/** The memory of a result as a handle of its own, which the caller destroys.
 *  The next run overwrites it. */
OAML_C_API OamlError *oamlInvocationGetResult(OamlInvocation *invocation,
                                              size_t result,
                                              OamlBuffer **buffer);
/** The same, but the next run uses other memory. A donated argument must then
 * be bound anew. */
OAML_C_API OamlError *oamlInvocationTakeResult(OamlInvocation *invocation,
                                               size_t result,
                                               OamlBuffer **buffer);

/** When a launch or copy ran, in nanoseconds since the run's first began. */
typedef struct OamlTiming {
  /** Position in OamlEntryInfo.commands. */
  size_t command;
  double beginNs, endNs;
} OamlTiming;

/** Turns timestamps around each launch on or off (off at first). Unsupported
 *  where the device has none. */
OAML_C_API OamlError *oamlInvocationSetProfiling(OamlInvocation *invocation,
                                                 int enable);
/** Timings of the last finished run, valid until the next call with this
 *  invocation; none without profiling. */
OAML_C_API OamlError *oamlInvocationGetTimings(const OamlInvocation *invocation,
                                               const OamlTiming **timings,
                                               size_t *count);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* OAML_C_RUNTIME_H */
