"""The pipeline, which stands here once, and one folder a protocol: a composition of stages, never a fork of one."""
