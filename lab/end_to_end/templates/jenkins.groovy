// groovy jenkins.groovy JENKINSFILE [NAME=VALUE...]: runs a declarative pipeline in the current folder, without a
// Jenkins. It knows the directives and steps that our template uses and no other: what is misspelled or misplaced ends
// it. The values take the place of those of `environment`. The last line is the build's result.
class Failure extends Exception {
  Failure(String text) { super(text) }
}

class Block {
  static run(Object delegate, Closure body) {
    body.delegate = delegate
    body.resolveStrategy = Closure.DELEGATE_ONLY
    body()
  }
}

class Build {
  String result = 'SUCCESS'
  Map<String, String> variables = [:]
  Map<String, String> given = [:]
}

class Agent {
  void label(String name) { assert name }
}

class Options {
  void disableConcurrentBuilds() {}
  void timeout(Map words) { assert words.time > 0 && words.unit in ['MINUTES', 'HOURS'] }
  Map logRotator(Map words) { assert words.keySet() == ['numToKeepStr'] as Set; words }
  void buildDiscarder(Map strategy) {}
}

class Environment {
  Build build
  void setProperty(String name, Object value) { build.variables[name] = build.given.get(name, value) }
}

class Steps {
  Build build

  Object sh(Map words) {
    assert words.keySet().every { it in ['script', 'returnStatus'] }
    def process = new ProcessBuilder('sh', '-xe', '-c', words.script).inheritIO()
    process.environment().putAll(build.variables)
    int code = process.start().waitFor()
    if (words.returnStatus) return code
    if (code != 0) throw new Failure("script returned exit code ${code}")
  }
  void sh(String text) { sh(script: text) }
  void script(Closure body) { Block.run(this, body) }
  void unstable(String text) { println text; if (build.result == 'SUCCESS') build.result = 'UNSTABLE' }
  Map<String, String> getEnv() { System.getenv() + build.variables }
  Map<String, Closure> getPullRequest() { [comment: { String text -> println "comment: ${text}" }] }
  String readFile(String path) { new File(path).text }
  void error(Object text) { throw new Failure(text.toString()) }
  void junit(Map words) {
    assert words.keySet() == ['allowEmptyResults', 'skipMarkingBuildUnstable', 'testResults'] as Set
    println "junit: ${words.testResults}"
  }
  void archiveArtifacts(Map words) {
    assert words.keySet() == ['allowEmptyArchive', 'artifacts'] as Set
    println "artifacts: ${words.artifacts}"
  }
}

class Stage {
  Build build
  void steps(Closure body) { Block.run(new Steps(build: build), body) }
}

class Stages {
  Build build
  void stage(String name, Closure body) { println "stage: ${name}"; Block.run(new Stage(build: build), body) }
}

class Post {
  Build build
  void always(Closure body) { Block.run(new Steps(build: build), body) }
}

// Sections are collected first and run in Jenkins' order.
class Pipeline {
  Map<String, Closure> sections = [:]
  void add(String name, Closure body) { assert !sections.containsKey(name); sections[name] = body }
  void agent(Closure body) { add('agent', body) }
  void options(Closure body) { add('options', body) }
  void environment(Closure body) { add('environment', body) }
  void stages(Closure body) { add('stages', body) }
  void post(Closure body) { add('post', body) }
}

def build = new Build()
args.drop(1).each { build.given[it.split('=', 2)[0]] = it.split('=', 2)[1] }
def shell = new GroovyShell(new Binding(pipeline: { Closure body ->
  def pipeline = new Pipeline()
  Block.run(pipeline, body)
  def sections = pipeline.sections
  assert sections.agent && sections.stages
  Block.run(new Agent(), sections.agent)
  Block.run(new Options(), sections.options)
  Block.run(new Environment(build: build), sections.environment)
  try {
    Block.run(new Stages(build: build), sections.stages)
  } catch (Failure failure) {
    println failure.message
    build.result = 'FAILURE'
  }
  Block.run(new Post(build: build), sections.post)
}))
shell.evaluate(new File(args[0]))
println build.result
