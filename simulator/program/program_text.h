#pragma once

#include <memory>
#include <string_view>

#include "simulator/program/program.h"

namespace mpigauge {

struct ParsedProgram {
  std::unique_ptr<ListedProgram> program;
  std::unique_ptr<Communicators> communicators;
};

// A program as text, one call a line; # starts a comment.
//
//     ranks 4
//     communicator 0 2 3                  # number 1: these ranks of the world, in this order
//     rank 0                              # what follows is done by rank 0
//       calc 1500                         # nanoseconds
//       send TO BYTES [tag T] [comm C]    # also ssend; ranks are those of the communicator
//       recv FROM [tag T] [comm C]        # FROM and T may be `any`
//       isend TO BYTES request R ...      # also issend, irecv
//       sendrecv TO BYTES FROM [tag T] [comm C]
//       wait R
//       waitall                           # all active requests, lowest number first
//       allreduce BYTES [root R] [comm C] [algorithm NAME]     # and the other collectives; barrier without BYTES
//       repeat 10                         # what follows, to `end`, ten times
//       end
//
// Tags are 0 where none is given. Throws Error (usage) that names `what`, the line, and what is wrong.
ParsedProgram ParseProgram(std::string_view text, std::string_view what);

}  // namespace mpigauge
