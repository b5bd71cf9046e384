// Prints what ROS's collada_parser understands of a COLLADA document: one line of JSON, behind lines of its own.
//
// A document that it refuses is `null`. It aborts or crashes on others, so this runs in a process of its own.

#include <collada_parser/collada_parser.h>
#include <unistd.h>
#include <urdf_model/model.h>

#include <cstdio>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>

namespace {

class Json {
 public:
  explicit Json(std::ostream& out) : out_(out) { out_ << std::setprecision(17); }

  void text(const std::string& value) {
    separate();
    out_ << '"';
    for (const unsigned char each : value) {
      if (each == '"' || each == '\\') {
        out_ << '\\' << each;
      } else if (each < 0x20) {
        out_ << "\\u" << std::hex << std::setw(4) << std::setfill('0') << int(each) << std::dec;
      } else {
        out_ << each;
      }
    }
    out_ << '"';
  }

  void key(const std::string& name) {
    text(name);
    out_ << ':';
    first_ = true;
  }

  void numbers(const std::string& name, std::initializer_list<double> values) {
    key(name);
    open('[');
    for (const double each : values) {
      separate();
      out_ << each;
    }
    close(']');
  }

  void words(const std::string& name, const std::string& value) {
    key(name);
    text(value);
  }

  void open(char bracket) {
    separate();
    out_ << bracket;
    first_ = true;
  }

  void close(char bracket) {
    out_ << bracket;
    first_ = false;
  }

 private:
  void separate() {
    if (!first_) out_ << ',';
    first_ = false;
  }

  std::ostream& out_;
  bool first_ = true;
};

void print(Json& json, const urdf::Pose& pose) {
  const auto& turn = pose.rotation;
  json.numbers("position", {pose.position.x, pose.position.y, pose.position.z});
  json.numbers("quaternion", {turn.w, turn.x, turn.y, turn.z});
}

// The parser writes what a link looks like to a file, and leaves it.
void print_and_remove(Json& json, const urdf::Visual& visual) {
  const auto mesh = std::dynamic_pointer_cast<urdf::Mesh>(visual.geometry);
  if (!mesh) return;
  const std::string file = mesh->filename.substr(std::string("file://").size());
  json.words("mesh", file);
  std::remove(file.c_str());
}

void print(Json& json, const urdf::Link& link) {
  json.open('{');
  if (link.visual) print_and_remove(json, *link.visual);
  if (link.inertial) {
    const urdf::Inertial& it = *link.inertial;
    json.numbers("mass", {it.mass});
    json.numbers("inertia", {it.ixx, it.ixy, it.ixz, it.iyy, it.iyz, it.izz});
    print(json, it.origin);
  }
  json.close('}');
}

const char* name(int type) {
  const char* names[] = {"unknown", "revolute", "continuous", "prismatic", "floating", "planar", "fixed"};
  return names[type];
}

void print(Json& json, const urdf::Joint& joint) {
  json.open('{');
  json.words("type", name(joint.type));
  json.words("parent", joint.parent_link_name);
  json.words("child", joint.child_link_name);
  json.numbers("axis", {joint.axis.x, joint.axis.y, joint.axis.z});
  print(json, joint.parent_to_joint_origin_transform);
  if (joint.limits) {
    const urdf::JointLimits& it = *joint.limits;
    json.numbers("limits", {it.lower, it.upper, it.velocity, it.effort});
  }
  if (joint.mimic) {
    json.words("leader", joint.mimic->joint_name);
    json.numbers("mimic", {joint.mimic->multiplier, joint.mimic->offset});
  }
  json.close('}');
}

template <class Parts>
void print(Json& json, const char* name, const Parts& parts) {
  json.key(name);
  json.open('{');
  for (const auto& [called, part] : parts) {
    json.key(called);
    print(json, *part);
  }
  json.close('}');
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return 2;
  std::stringstream document;
  document << std::ifstream(arguments[1]).rdbuf();
  // It wants the text of a document, not its name.
  const auto model = urdf::parseCollada(document.str());
  std::cout << '\n';
  if (model) {
    Json json(std::cout);
    json.open('{');
    json.words("name", model->name_);
    print(json, "links", model->links_);
    print(json, "joints", model->joints_);
    json.close('}');
  } else {
    std::cout << "null";
  }
  std::cout << std::endl;
  // Its library crashes while it is cleaned up.
  _exit(0);
}
