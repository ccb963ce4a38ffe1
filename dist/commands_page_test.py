"""Manual pages as base/manual/man_page.cc writes them become one page of Markdown."""
import unittest

from dist.commands_page import markdown

SCALE = r""".TH SCALE 1 "" "mpigauge 1" "User Commands"
.SH NAME
scale \- Weighs things
.SH SYNOPSIS
\fBscale\fR [OPTIONS] [SUBCOMMAND]
.SH DESCRIPTION
Weighs things
.SH OPTIONS
.TP
\fB\-u, \-\-unit\fR TEXT
The unit: \(aqg\(aq or a_b*
.SH WHAT IS SHOWN
.TP
\fB\-\-all\fR
Everything
.SH COMMANDS
.TP
\fBscale\-tare\-it\fR(1)
Begin at zero
.SH EXAMPLES
.nf
  scale apple \-u g
  scale \(ti/pear
.fi
.SH NOTES
\&.5 kg is the most.
.PP
Another paragraph:
.nf
  a_b  is kept
    as it is
.fi
"""
TARE = r""".TH SCALE-TARE-IT 1 "" "mpigauge 1" "User Commands"
.SH NAME
scale-tare-it \- Begin at zero
.SH SYNOPSIS
\fBscale tare\-it\fR
.SH DESCRIPTION
Begin at zero
.SH SEE ALSO
.BR scale (1)
"""


class CommandsPageTest(unittest.TestCase):
    def test_every_command_has_a_section_with_all_that_its_page_has(self):
        self.assertEqual(markdown({"scale-tare-it": TARE, "scale": SCALE}).split("\n## ", 1)[1], r"""scale

    scale [OPTIONS] [SUBCOMMAND]

Weighs things

**Options**

- `-u, --unit TEXT`: The unit: 'g' or a\_b\*

**What is shown**

- `--all`: Everything

**Commands**

- [scale tare-it](#scale-tare-it): Begin at zero

**Examples**

    scale apple -u g
    scale ~/pear

.5 kg is the most.

Another paragraph:

    a_b  is kept
      as it is

## scale tare-it

    scale tare-it

Begin at zero
""")

    def test_an_escape_that_is_not_known_is_an_error(self):
        with self.assertRaises(KeyError):
            markdown({"scale": SCALE.replace(r"\(ti", r"\(xx")})


if __name__ == "__main__":
    unittest.main()
