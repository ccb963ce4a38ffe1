#include "base/uuid.h"

#include <boost/uuid/random_generator.hpp>
#include <boost/uuid/uuid_io.hpp>

namespace mpigauge {

std::string NewUuid() { return boost::uuids::to_string(boost::uuids::random_generator()()); }

}  // namespace mpigauge
