# Of what `espalier run --json` prints, leaves what was found: how it was run and what it cost goes.
s/"(seconds|cpu_ms_per_iteration|program_cpu_ms_per_iteration|isolated|taken_back|out)":[^,}]*//g
