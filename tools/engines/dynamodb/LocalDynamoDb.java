import software.amazon.dynamodb.services.local.main.ServerRunner;

/** DynamoDB Local, which ends when its standard input does: with the process that started it, however that ends. */
public class LocalDynamoDb {
    public static void main(String[] parameters) throws Exception {
        Thread watch = new Thread(() -> {
            try {
                while (System.in.read() >= 0) {
                    // Nothing is said on it.
                }
            } catch (java.io.IOException gone) {
                // That is an end too.
            }
            Runtime.getRuntime().halt(0);
        });
        watch.setDaemon(true);
        watch.start();
        ServerRunner.main(parameters);
    }
}
