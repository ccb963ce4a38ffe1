"""The rules of this project that BUILD files load, each in a file of its own."""

load("@rules_cc//cc:defs.bzl", _cc_binary = "cc_binary")
load("//bazel:embed.bzl", _embed_text = "embed_text")
load("//bazel:fresh_oracle.bzl", _fresh_oracle_test = "fresh_oracle_test")
load("//bazel:interposer.bzl", _interposer = "interposer")
load("//bazel:library.bzl", _cc_library = "cc_library")
load("//bazel:mpi_test.bzl", _mpi_cc_test = "mpi_cc_test")
load("//bazel:postgres_test.bzl", _postgres_test = "postgres_test")
load("//bazel:python_test.bzl", _python_test = "python_test")
load("//bazel:unit_test.bzl", _cc_unit_test = "cc_unit_test")

cc_binary = _cc_binary
cc_library = _cc_library
cc_unit_test = _cc_unit_test
embed_text = _embed_text
fresh_oracle_test = _fresh_oracle_test
interposer = _interposer
mpi_cc_test = _mpi_cc_test
postgres_test = _postgres_test
python_test = _python_test
