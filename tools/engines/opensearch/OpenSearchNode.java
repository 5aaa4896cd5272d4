import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.codelibs.opensearch.runner.OpenSearchRunner;

/**
 * One OpenSearch node in this process: {@code java -cp classes:jars/* OpenSearchNode <directory> <setting>=<value> ...}.
 *
 * <p>The settings are OpenSearch's own; a list is written with commas. The node stops in order on a signal (SIGTERM,
 * SIGINT), and when its standard input ends, so that it never outlives the program that started it. In that second case it
 * also removes the directory that the system property {@code temporary} names, since no other process is left to do so.
 * The system property {@code plugins} names the classes of plugins on the class path.
 */
public class OpenSearchNode {
  public static void main(String[] arguments) throws Exception {
    Path directory = Files.createDirectories(Path.of(arguments[0]).toAbsolutePath());
    OpenSearchRunner runner = new OpenSearchRunner();
    runner.setMaxHttpPort(-1); // The port is the one in the settings: the runner is not to look for a free one.
    runner.onBuild(
        (number, settings) -> {
          for (int i = 1; i < arguments.length; i++) {
            String[] setting = arguments[i].split("=", 2);
            settings.put(setting[0], setting[1]);
          }
        });
    Runtime.getRuntime().addShutdownHook(new Thread(() -> close(runner)));
    Thread lifeline = new Thread(() -> endWithInput(runner));
    lifeline.setDaemon(true);
    lifeline.start();
    try {
      OpenSearchRunner.Configs configs =
          OpenSearchRunner.newConfigs().basePath(directory.toString()).numOfNode(1).useLogger().printOnFailure();
      String plugins = System.getProperty("plugins");
      runner.build(plugins == null ? configs : configs.pluginTypes(plugins));
    } catch (Throwable failure) {
      failure.printStackTrace();
      System.exit(1);
    }
    Thread.currentThread().join();
  }

  private static void endWithInput(OpenSearchRunner runner) {
    try {
      while (System.in.read() >= 0) {}
    } catch (IOException closed) {
      // Nothing comes any more, as at the end.
    }
    close(runner);
    String temporary = System.getProperty("temporary");
    if (temporary != null) remove(Path.of(temporary));
    Runtime.getRuntime().halt(0);
  }

  private static synchronized void close(OpenSearchRunner runner) {
    try {
      if (!runner.isClosed()) runner.close();
    } catch (Exception failure) {
      failure.printStackTrace();
    }
  }

  private static void remove(Path directory) {
    try (Stream<Path> paths = Files.walk(directory)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(path);
    } catch (Exception failure) {
      // Other nodes of the cluster may be removing the same directory.
    }
  }
}
