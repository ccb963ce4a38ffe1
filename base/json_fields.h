#pragma once

#include <fmt/core.h>

#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/enum_text.h"
#include "base/json.h"

// One table of the fields of a struct, by which its JSON is written, read and described:
//
//   template <>
//   inline constexpr auto kFields<Losses> =
//       Fields(Field<&Losses::lost>("lost"), Field<NumberOrNull, &Losses::rate>("rate"));
//
//   const Json json = FieldsToJson(losses);
//   const Losses back = FieldsFromJson<Losses>(json);
//
// Keys are in the order of the table. A key that is missing, or whose value is wrong, throws what the JSON library
// throws, which ReadingJson makes an Error that names the key. NLOHMANN_DEFINE_TYPE of that library knows no null in
// place of NaN, no texts of enumerations, no checks and no descriptions. Include this header in sources, and in headers
// of tables alone: whoever includes it compiles what it uses.
namespace mpigauge {

template <typename Struct>
inline constexpr std::nullptr_t kFields = nullptr;

// Interfaces of TypeScript, each once, after those that it names.
struct TypeScript {
  std::set<std::string> names;
  std::string text;
};

template <typename Struct>
struct JsonField {
  const char* key;
  const char* comment;
  Json (*write)(const Struct& object);
  void (*read)(const Json& json, const char* key, Struct& object);
  std::string (*type)(TypeScript& types) = nullptr;  // needed by an Interface
  bool may_be_missing = false;

  // The key is missing where its value would be null.
  constexpr JsonField MayBeMissing() const { return {key, comment, write, read, type, true}; }
};

template <typename Struct, std::size_t count>
struct JsonTable {
  const char* name;  // of the interface in TypeScript; empty where none is asked for
  const char* comment;
  std::array<JsonField<Struct>, count> fields;
};

// A table that is also described in TypeScript.
template <typename Struct, typename... More>
constexpr auto Interface(const char* name, const char* comment, JsonField<Struct> first, More... more) {
  return JsonTable<Struct, 1 + sizeof...(More)>{name, comment, {first, more...}};
}

template <typename... All>
constexpr auto Fields(All... all) {
  return Interface("", "", all...);
}

template <typename Struct>
Json FieldsToJson(const Struct& object) {
  Json json = Json::object();
  for (const JsonField<Struct>& field : kFields<Struct>.fields) {
    Json value = field.write(object);
    if (!field.may_be_missing || !value.is_null()) json[field.key] = std::move(value);
  }
  return json;
}

template <typename Struct>
Struct FieldsFromJson(const Json& json) {
  Struct object{};
  for (const JsonField<Struct>& field : kFields<Struct>.fields) {
    if (!field.may_be_missing || json.contains(field.key)) field.read(json, field.key, object);
  }
  return object;
}

// The name of the struct's interface, which is added to `types`: lines of members, and one for each with a comment.
template <typename Struct>
std::string AddInterface(TypeScript& types) {
  const auto& table = kFields<Struct>;
  if (!types.names.insert(table.name).second) return table.name;
  std::string text = fmt::format("\n// {}\nexport interface {} {{", table.comment, table.name);
  constexpr std::size_t kLineWidth = 120;
  std::string line;
  for (const JsonField<Struct>& field : table.fields) {
    const std::string_view comment = field.comment;
    const std::string member = fmt::format(" {}{}: {};", field.key, field.may_be_missing ? "?" : "", field.type(types));
    if (line.empty() || !comment.empty() || line.size() + member.size() > kLineWidth) line = "\n ";
    text += (line == "\n " ? line : "") + member + (comment.empty() ? "" : " // ") + std::string(comment);
    line = comment.empty() ? line + member : "";
  }
  types.text += text + "\n}\n";
  return table.name;
}

// A codec: how values of a type are in JSON. This one is for what the JSON library knows.
template <typename Value>
struct JsonOf {
  static Json Write(const Value& value) { return value; }
  static Value Read(const Json& json) { return json.get<Value>(); }
  static std::string Type(TypeScript&) { return Json(Value()).type_name(); }
};

template <typename Struct>
requires(!std::is_same_v<decltype(kFields<Struct>), const std::nullptr_t>) struct JsonOf<Struct> {
  static Json Write(const Struct& object) { return FieldsToJson(object); }
  static Struct Read(const Json& json) { return FieldsFromJson<Struct>(json); }
  static std::string Type(TypeScript& types) { return AddInterface<Struct>(types); }
};

template <typename Value>
struct JsonOf<std::vector<Value>> {
  static Json Write(const std::vector<Value>& values) {
    if constexpr (std::is_arithmetic_v<Value>) return values;
    Json list = Json::array();
    for (const Value& value : values) list.push_back(JsonOf<Value>::Write(value));
    return list;
  }
  static std::vector<Value> Read(const Json& json) {
    if (!json.is_array()) json.get<std::vector<Json>>();  // throws, and names the place
    std::vector<Value> values;
    for (const Json& value : json) values.push_back(JsonOf<Value>::Read(value));
    return values;
  }
  static std::string Type(TypeScript& types) { return JsonOf<Value>::Type(types) + "[]"; }
};

// An object whose keys have an order.
template <typename Value>
struct JsonOf<std::vector<std::pair<std::string, Value>>> {
  static Json Write(const std::vector<std::pair<std::string, Value>>& values) {
    Json object = Json::object();
    for (const auto& [key, value] : values) object[key] = value;
    return object;
  }
  static std::vector<std::pair<std::string, Value>> Read(const Json& json) {
    if (!json.is_object()) json.get<std::map<std::string, Json>>();  // throws, and names the place
    std::vector<std::pair<std::string, Value>> values;
    for (const auto& [key, value] : json.items()) values.emplace_back(key, value.template get<Value>());
    return values;
  }
  static std::string Type(TypeScript& types) { return "Record<string, " + JsonOf<Value>::Type(types) + ">"; }
};

template <typename Value>
struct JsonOf<std::optional<Value>> {
  static Json Write(const std::optional<Value>& value) { return value ? JsonOf<Value>::Write(*value) : Json(nullptr); }
  static std::optional<Value> Read(const Json& json) {
    return json.is_null() ? std::nullopt : std::optional(JsonOf<Value>::Read(json));
  }
  static std::string Type(TypeScript& types) { return JsonOf<Value>::Type(types) + " | null"; }
};

// A number that does not exist is NaN here, and null in JSON.
struct NumberOrNull {
  static Json Write(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }
  static double Read(const Json& json) {
    return json.is_null() ? std::numeric_limits<double>::quiet_NaN() : json.get<double>();
  }
  static std::string Type(TypeScript&) { return "number | null"; }
};

// A text or a list; null where it is empty.
template <typename Value>
struct NullIfEmpty {
  static Json Write(const Value& value) { return value.empty() ? Json(nullptr) : JsonOf<Value>::Write(value); }
  static Value Read(const Json& json) { return json.is_null() ? Value() : JsonOf<Value>::Read(json); }
  static std::string Type(TypeScript& types) { return JsonOf<Value>::Type(types) + " | null"; }
};

// An enumeration, by the functions that return the name of a value and the value of a name (enum_text.h). Its values
// count from 0.
template <auto name_of, auto from_name>
struct ByName {
  using Enum = decltype(from_name(""));
  static Json Write(Enum value) { return name_of(value); }
  static Enum Read(const Json& json) { return from_name(json.get<std::string>()); }
  static std::string Type(TypeScript&) {
    std::string names;
    for (int i = 0; name_of(static_cast<Enum>(i)) != kUnknownText; ++i) {
      names += (i == 0 ? "'" : " | '") + name_of(static_cast<Enum>(i)) + "'";
    }
    return names;
  }
};

// A value that `read_at(object, key)` reads, which may refuse it.
template <auto read_at>
struct CheckedBy : JsonOf<decltype(read_at(Json(), ""))> {
  static auto ReadAt(const Json& json, const char* key) { return read_at(json, key); }
};

// A struct that has functions of its own: ToJson(object), and from_json(json, what), whose errors name the key.
template <auto from_json>
struct Nested {
  static Json Write(const auto& object) { return ToJson(object); }
  static auto ReadAt(const Json& json, const char* key) { return from_json(json.at(key), key); }
  static std::string Type(TypeScript&) { return "object"; }
};

template <typename Struct, typename Member>
Struct StructOf(Member Struct::*);

// A struct as a list of these members, in that order.
template <auto... members>
struct AsList {
  using Struct = std::common_type_t<decltype(StructOf(members))...>;
  template <auto member>
  using CodecOf = JsonOf<std::remove_cvref_t<decltype(std::declval<Struct&>().*member)>>;

  static Json Write(const Struct& object) {
    Json list = Json::array();
    (list.push_back(CodecOf<members>::Write(object.*members)), ...);
    return list;
  }
  static Struct Read(const Json& json) {
    Struct object{};
    std::size_t place = 0;
    ((object.*members = CodecOf<members>::Read(json.at(place++))), ...);
    return object;
  }
  static std::string Type(TypeScript& types) {
    std::string list;
    ((list += (list.empty() ? "[" : ", ") + CodecOf<members>::Type(types)), ...);
    return list + "]";
  }
};

// A member, or a member of a member, as this codec has it.
template <typename Codec, auto first, auto... path>
constexpr auto Field(const char* key, const char* comment = "") {
  using Struct = decltype(StructOf(first));
  const auto write = [](const Struct& object) -> Json { return Codec::Write(((object.*first).*....*path)); };
  const auto read = [](const Json& json, const char* name, Struct& object) {
    if constexpr (requires { Codec::ReadAt(json, name); })
      ((object.*first).*....*path) = Codec::ReadAt(json, name);
    else
      ((object.*first).*....*path) = Codec::Read(json.at(name));
  };
  return JsonField<Struct>{key, comment, write, read, [](TypeScript& types) { return Codec::Type(types); }};
}

template <auto first, auto... path>
constexpr auto Field(const char* key, const char* comment = "") {
  using Struct = decltype(StructOf(first));
  using Value = std::remove_cvref_t<decltype(((std::declval<Struct&>().*first).*....*path))>;
  return Field<JsonOf<Value>, first, path...>(key, comment);
}

}  // namespace mpigauge
