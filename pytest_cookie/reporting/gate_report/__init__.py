"""The release gate's decision as terminal lines, Markdown and JUnit XML, and the comparison it is based on."""
