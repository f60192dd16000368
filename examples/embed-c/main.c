/*===- main.c - Runs a compiled program from C -*- C -*-===*\
|*                                                                            *|
|* Part of the OAML project, under the Apache License v2.0 with LLVM          *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

/*
 * embed-c FILE.oamlx [EXTENT]: runs the only entry of a compiled program on
 * arguments that count up from 0 in steps of 0.5, and prints the results.
 * Dynamic extents are EXTENT (2 when left out).
 */
#include <oaml-c/Runtime.h>

#include <stdio.h>
#include <stdlib.h>

/* Prints an error and ends the program; nothing is done for null. */
static void check(OamlError *error) {
  if (!error)
    return;
  fprintf(stderr, "embed-c: error: %s%s%s\n", error->location,
          *error->location ? ": " : "", error->message);
  exit(1);
}

/* Memory for a tensor of f32, the only element type that this program knows. */
static float *allocate(const OamlTensorInfo *info, const int64_t *shape,
                       size_t *count) {
  if (info->dtype != OAML_F32) {
    fprintf(stderr, "embed-c: error: '%s' is %s, only f32 is supported\n",
            info->name, info->typeText);
    exit(1);
  }
  *count = 1;
  for (size_t d = 0; d < info->rank; ++d)
    *count *= (size_t)shape[d];
  float *data = malloc((*count ? *count : 1) * sizeof(float));
  if (!data)
    abort();
  return data;
}

static void bindArgument(OamlInvocation *call, size_t index, int64_t extent) {
  const OamlTensorInfo *info = oamlInvocationGetEntry(call)->arguments[index];
  if (info->isHidden) /* the runtime fills it */
    return;
  int64_t shape[OAML_MAX_RANK];
  for (size_t d = 0; d < info->rank; ++d)
    shape[d] = info->dims[d].value >= 0 ? info->dims[d].value : extent;
  size_t count = 0;
  float *data = allocate(info, shape, &count);
  for (size_t i = 0; i < count; ++i)
    data[i] = 0.5f * (float)i;
  OamlTensor tensor = {OAML_F32, info->rank, shape, data};
  check(oamlInvocationBindHost(call, index, &tensor, OAML_HOST_COPY));
  free(data);
}

static void printResult(OamlInvocation *call, size_t index) {
  const OamlTensorInfo *info = oamlInvocationGetEntry(call)->results[index];
  int64_t shape[OAML_MAX_RANK];
  check(oamlInvocationGetResultShape(call, index, shape));
  size_t count = 0;
  float *data = allocate(info, shape, &count);
  check(oamlInvocationReadResult(call, index, data, count * sizeof(float)));
  printf("%s: %s =", info->name, info->typeText);
  for (size_t i = 0; i < count; ++i)
    printf(" %g", data[i]);
  printf("\n");
  free(data);
}

int main(int argc, char **argv) {
  if (argc < 2 || argc > 3) {
    fprintf(stderr, "usage: embed-c FILE.oamlx [EXTENT]\n");
    return 2;
  }
  OamlArtifact *artifact = NULL;
  OamlDevice *device = NULL;
  OamlProgram *program = NULL;
  OamlInvocation *call = NULL;
  check(oamlArtifactLoad(argv[1], &artifact));
  check(oamlDeviceCreate(NULL, NULL, &device));
  check(oamlProgramCreate(device, artifact, &program));
  check(oamlInvocationCreate(program, NULL, &call));

  const OamlEntryInfo *entry = oamlInvocationGetEntry(call);
  for (size_t i = 0; i < entry->numArguments; ++i)
    bindArgument(call, i, argc == 3 ? atoll(argv[2]) : 2);
  check(oamlInvocationRun(call));
  for (size_t i = 0; i < entry->numResults; ++i)
    printResult(call, i);

  oamlInvocationDestroy(call);
  oamlProgramDestroy(program);
  oamlDeviceDestroy(device);
  oamlArtifactDestroy(artifact);
  return 0;
}
