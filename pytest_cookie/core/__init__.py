"""The nouns, the names and Protocols of the stages, and the error tree. No I/O.

Beside them lie small mechanisms that every room needs and that know no noun: untrusted text and values (`inert`,
`parsing`, `patterns`, `text`), wording of messages (`wording`), and the process (`interruption`, `streams`,
`collecting`).
"""
