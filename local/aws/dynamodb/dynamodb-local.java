import java.lang.reflect.Field;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import software.amazon.dynamodb.services.local.main.ServerRunner;
import software.amazon.dynamodb.services.local.server.DynamoDBProxyServer;

/** Runs DynamoDB Local on 127.0.0.1 only. Its own main class has no such option and listens on every interface. */
class LoopbackDynamoDbLocal {
  public static void main(String[] args) throws Exception {
    DynamoDBProxyServer dynamoDb = ServerRunner.createServerFromCommandLineArgs(args);
    Field field = DynamoDBProxyServer.class.getDeclaredField("server");
    field.setAccessible(true);
    ((ServerConnector) ((Server) field.get(dynamoDb)).getConnectors()[0]).setHost("127.0.0.1");
    dynamoDb.start();
    System.out.println("DynamoDB Local listening on 127.0.0.1");
    dynamoDb.join();
  }
}
