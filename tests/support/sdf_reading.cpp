// What libsdformat reads of a document, as one line of JSON: models, links, shapes, joints and frames.
// Usage: sdf_reading [--path FOLDER]... DOCUMENT
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include <sdf/sdf.hh>

#if __has_include(<gz/math.hh>)
namespace math = gz::math;
#else
namespace math = ignition::math;
#endif

using std::string;

// JSON

static string json(const string &text) {
  std::ostringstream out;
  out << '"';
  for (unsigned char each : text) {
    char code[8];
    if (each == '"' || each == '\\') out << '\\' << each;
    else if (each < 0x20) { snprintf(code, sizeof code, "\\u%04x", each); out << code; }
    else out << each;
  }
  return out.str() + '"';
}

static string number(double value) {
  if (std::isnan(value)) return "\"nan\"";
  if (std::isinf(value)) return value > 0 ? "\"inf\"" : "\"-inf\"";
  char text[40];
  snprintf(text, sizeof text, "%.17g", value);
  return text;
}

static string flag(bool value) { return value ? "true" : "false"; }

static string row(const std::vector<string> &items) {
  string out = "[";
  for (const auto &each : items) out += (out.size() > 1 ? "," : "") + each;
  return out + "]";
}

static string numbers(const std::vector<double> &values) {
  std::vector<string> texts;
  for (double each : values) texts.push_back(number(each));
  return row(texts);
}

class Object {
 public:
  Object &put(const string &key, const string &value) {
    text += (text.empty() ? "" : ",") + json(key) + ":" + value;
    return *this;
  }
  string end() const { return "{" + text + "}"; }

 private:
  string text;
};

static string vector(const math::Vector3d &v) { return numbers({v.X(), v.Y(), v.Z()}); }

static string color(const math::Color &c) { return numbers({c.R(), c.G(), c.B(), c.A()}); }

static string pose(const math::Pose3d &it) {
  const auto &q = it.Rot();
  return Object().put("xyz", vector(it.Pos())).put("wxyz", numbers({q.W(), q.X(), q.Y(), q.Z()})).end();
}

// Puts the pose of something in a frame; nothing if it cannot be resolved.
static void resolve(Object &out, const string &key, const sdf::SemanticPose &it, const string &frame = "") {
  math::Pose3d found;
  if (it.Resolve(found, frame).empty()) out.put(key, pose(found));
}

// Shapes

static string shape(const sdf::Geometry *it) {
  Object out;
  if (it == nullptr) return out.put("kind", json("none")).end();
  switch (it->Type()) {
    case sdf::GeometryType::BOX:
      return out.put("kind", json("box")).put("size", vector(it->BoxShape()->Size())).end();
    case sdf::GeometryType::SPHERE:
      return out.put("kind", json("sphere")).put("radius", number(it->SphereShape()->Radius())).end();
    case sdf::GeometryType::CYLINDER:
      out.put("kind", json("cylinder")).put("radius", number(it->CylinderShape()->Radius()));
      return out.put("length", number(it->CylinderShape()->Length())).end();
    case sdf::GeometryType::CAPSULE:
      out.put("kind", json("capsule")).put("radius", number(it->CapsuleShape()->Radius()));
      return out.put("length", number(it->CapsuleShape()->Length())).end();
    case sdf::GeometryType::ELLIPSOID:
      return out.put("kind", json("ellipsoid")).put("radii", vector(it->EllipsoidShape()->Radii())).end();
    case sdf::GeometryType::PLANE: {
      const auto size = it->PlaneShape()->Size();
      out.put("kind", json("plane")).put("normal", vector(it->PlaneShape()->Normal()));
      return out.put("size", numbers({size.X(), size.Y()})).end();
    }
    case sdf::GeometryType::MESH:
      out.put("kind", json("mesh")).put("uri", json(it->MeshShape()->Uri()));
      return out.put("scale", vector(it->MeshShape()->Scale())).end();
    case sdf::GeometryType::HEIGHTMAP:
      out.put("kind", json("heightmap")).put("uri", json(it->HeightmapShape()->Uri()));
      return out.put("size", vector(it->HeightmapShape()->Size())).end();
    default:
      return out.put("kind", json("empty")).end();
  }
}

static string material(const sdf::Material *it) {
  if (it == nullptr) return "null";
  Object out;
  out.put("ambient", color(it->Ambient())).put("diffuse", color(it->Diffuse()));
  return out.put("specular", color(it->Specular())).put("emissive", color(it->Emissive())).end();
}

// Links

static string inertial(const sdf::Link *link) {
  const auto &it = link->Inertial();
  const auto &matrix = it.MassMatrix();
  Object out;
  out.put("said", flag(link->Element() && link->Element()->HasElement("inertial")));
  out.put("mass", number(matrix.Mass())).put("pose", pose(it.Pose()));
  const std::vector<double> tensor = {
      matrix.Ixx(), matrix.Ixy(), matrix.Ixz(), matrix.Iyy(), matrix.Iyz(), matrix.Izz()};
  return out.put("inertia", numbers(tensor)).end();
}

static string sensor(const sdf::Sensor *it) {
  Object out;
  out.put("name", json(it->Name())).put("type", json(it->TypeStr()));
  out.put("update_rate", number(it->UpdateRate()));
  resolve(out, "pose", it->SemanticPose());
  return out.end();
}

static string link(const sdf::Link *it) {
  Object out;
  out.put("name", json(it->Name())).put("inertial", inertial(it));
  resolve(out, "pose", it->SemanticPose());
  std::vector<string> visuals, collisions, sensors;
  for (size_t i = 0; i < it->VisualCount(); ++i) {
    const auto *each = it->VisualByIndex(i);
    Object one;
    one.put("name", json(each->Name())).put("geometry", shape(each->Geom()));
    one.put("material", material(each->Material()));
    resolve(one, "pose", each->SemanticPose());
    visuals.push_back(one.end());
  }
  for (size_t i = 0; i < it->CollisionCount(); ++i) {
    const auto *each = it->CollisionByIndex(i);
    Object one;
    one.put("name", json(each->Name())).put("geometry", shape(each->Geom()));
    resolve(one, "pose", each->SemanticPose());
    collisions.push_back(one.end());
  }
  for (size_t i = 0; i < it->SensorCount(); ++i) sensors.push_back(sensor(it->SensorByIndex(i)));
  out.put("visuals", row(visuals)).put("collisions", row(collisions));
  return out.put("sensors", row(sensors)).end();
}

// Joints

static string word(sdf::JointType type) {
  switch (type) {
    case sdf::JointType::BALL: return "ball";
    case sdf::JointType::CONTINUOUS: return "continuous";
    case sdf::JointType::FIXED: return "fixed";
    case sdf::JointType::GEARBOX: return "gearbox";
    case sdf::JointType::PRISMATIC: return "prismatic";
    case sdf::JointType::REVOLUTE: return "revolute";
    case sdf::JointType::REVOLUTE2: return "revolute2";
    case sdf::JointType::SCREW: return "screw";
    case sdf::JointType::UNIVERSAL: return "universal";
    default: return "invalid";
  }
}

static string axis(const sdf::JointAxis *it, unsigned index) {
  Object out;
  out.put("index", number(index)).put("lower", number(it->Lower())).put("upper", number(it->Upper()));
  math::Vector3d direction;
  if (it->ResolveXyz(direction).empty()) out.put("xyz_in_joint", vector(direction));
  out.put("effort", number(it->Effort())).put("velocity", number(it->MaxVelocity()));
  out.put("damping", number(it->Damping())).put("friction", number(it->Friction()));
  out.put("spring_reference", number(it->SpringReference()));
  return out.put("spring_stiffness", number(it->SpringStiffness())).end();
}

static string joint(const sdf::Joint *it) {
  Object out;
  out.put("name", json(it->Name())).put("type", json(word(it->Type())));
  string parent, child;
  const bool has_parent = it->ResolveParentLink(parent).empty(), has_child = it->ResolveChildLink(child).empty();
  out.put("parent_link", has_parent ? json(parent) : "null").put("child_link", has_child ? json(child) : "null");
  if (has_child) resolve(out, "pose_in_child_link", it->SemanticPose(), child);
  if (has_parent && parent != "world") resolve(out, "pose_in_parent_link", it->SemanticPose(), parent);
  std::vector<string> axes;
  for (unsigned i = 0; i < 2; ++i)
    if (it->Axis(i) != nullptr) axes.push_back(axis(it->Axis(i), i));
  return out.put("axes", row(axes)).end();
}

static string frame(const sdf::Frame *it) {
  Object out;
  out.put("name", json(it->Name()));
  string body;
  const bool is_attached = it->ResolveAttachedToBody(body).empty();
  out.put("body", is_attached ? json(body) : "null");
  if (is_attached) resolve(out, "pose_in_body", it->SemanticPose(), body.empty() ? "__model__" : body);
  return out.end();
}

// Documents

static string model(const sdf::Model *it) {
  Object out;
  out.put("name", json(it->Name())).put("static", flag(it->Static()));
  resolve(out, "pose", it->SemanticPose());
  std::vector<string> links, joints, frames, models;
  for (size_t i = 0; i < it->LinkCount(); ++i) links.push_back(link(it->LinkByIndex(i)));
  for (size_t i = 0; i < it->JointCount(); ++i) joints.push_back(joint(it->JointByIndex(i)));
  for (size_t i = 0; i < it->FrameCount(); ++i) frames.push_back(frame(it->FrameByIndex(i)));
  for (size_t i = 0; i < it->ModelCount(); ++i) models.push_back(model(it->ModelByIndex(i)));
  out.put("links", row(links)).put("joints", row(joints)).put("frames", row(frames));
  return out.put("models", row(models)).end();
}

static string world(const sdf::World *it) {
  std::vector<string> models;
  for (size_t i = 0; i < it->ModelCount(); ++i) models.push_back(model(it->ModelByIndex(i)));
  return Object().put("name", json(it->Name())).put("models", row(models)).end();
}

static string code(sdf::ErrorCode it) {
  return it == sdf::ErrorCode::LINK_INERTIA_INVALID ? "LINK_INERTIA_INVALID" : std::to_string(static_cast<int>(it));
}

int main(int count, char **words) {
  std::vector<string> folders;
  string document;
  for (int i = 1; i < count; ++i) {
    if (string(words[i]) == "--path") folders.push_back(words[++i]);
    else document = words[i];
  }
  sdf::Console::Instance()->SetQuiet(true);
  sdf::ParserConfig config;
  config.SetWarningsPolicy(sdf::EnforcementPolicy::LOG);
  config.SetUnrecognizedElementsPolicy(sdf::EnforcementPolicy::LOG);
  config.SetFindCallback([&](const string &uri) -> string {
    namespace fs = std::filesystem;
    const auto start = uri.find("://");
    const fs::path rest = start == string::npos ? uri : uri.substr(start + 3);
    std::vector<fs::path> places = {fs::path(document).parent_path()};
    places.insert(places.end(), folders.begin(), folders.end());
    for (const auto &each : places) {
      std::error_code error;
      if (fs::exists(each / rest, error)) return (each / rest).string();
    }
    return "";
  });
  sdf::Root root;
  const auto errors = root.Load(document, config);
  std::vector<string> found, worlds;
  for (const auto &each : errors)
    found.push_back(Object().put("code", json(code(each.Code()))).put("message", json(each.Message())).end());
  for (size_t i = 0; i < root.WorldCount(); ++i) worlds.push_back(world(root.WorldByIndex(i)));
  Object out;
  if (root.Element()) out.put("document", json(root.Element()->ToString("")));
  out.put("ok", flag(errors.empty())).put("errors", row(found)).put("worlds", row(worlds));
  std::cout << out.put("model", root.Model() ? model(root.Model()) : "null").end() << std::endl;
}
