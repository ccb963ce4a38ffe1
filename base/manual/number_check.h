#pragma once

namespace CLI {
class Validator;
}  // namespace CLI

namespace mpigauge {

// Checks that an option's value is a number from `least` to `most`. CLI::Range is for whole numbers alone: it lets
// "nan" pass, which is neither below nor above.
CLI::Validator NumberFrom(double least, double most);

}  // namespace mpigauge
