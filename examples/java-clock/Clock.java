import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A streaming worker in Java, without a library: tells the time to whoever listens. docs/writing-a-job.md says what each
 * variable is and what the platform expects of a worker.
 */
public final class Clock {
  private static final Map<String, String> ENV = System.getenv();
  /** Ends a worker for good: starting it again would not help. */
  private static final int PERMANENT = 64;

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
  private final Queue<HttpExchange> clients = new ConcurrentLinkedQueue<>();
  private final AtomicLong told = new AtomicLong();
  private final ScheduledExecutorService timers = Executors.newScheduledThreadPool(1);

  public static void main(String[] arguments) throws Exception {
    new Clock().run(positive("everyMs", 1000), positive("count", Long.MAX_VALUE));
  }

  private void run(long everyMs, long count) throws Exception {
    post("INFO", "StartInitiated", "is beginning");
    listen("SINK_PORT", "/", this::subscribe);
    listen("METRICS_PORT", "/metrics", this::metrics);
    post("INFO", "Started", "running");
    long heartbeat = Long.parseLong(ENV.getOrDefault("HEARTBEAT_INTERVAL_SECS", "20"));
    timers.scheduleAtFixedRate(() -> post("HEARTBEAT", "Noop", "heartbeat"), heartbeat, heartbeat, TimeUnit.SECONDS);
    while (told.get() < count) {
      Thread.sleep(everyMs);
      tell("{\"tick\":" + told.incrementAndGet() + ",\"time\":\"" + Instant.now() + "\"}");
    }
    post("INFO", "Completed", "completed");
    System.exit(0);
  }

  /** One event of the sink: a line that begins with `data: `, and an empty one. */
  private void tell(String event) {
    byte[] frame = ("data: " + event + "\n\n").getBytes(StandardCharsets.UTF_8);
    for (HttpExchange client : clients) {
      try {
        OutputStream out = client.getResponseBody();
        out.write(frame);
        out.flush();
      } catch (IOException gone) {
        clients.remove(client);
        client.close();
      }
    }
  }

  private void subscribe(HttpExchange client) throws IOException {
    client.getResponseHeaders().set("content-type", "text/event-stream");
    client.sendResponseHeaders(200, 0);
    clients.add(client);
  }

  private void metrics(HttpExchange client) throws IOException {
    double cpu = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1000.0;
    long memory = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    String text =
        "# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total " + cpu
            + "\n# TYPE jvm_heap_bytes gauge\njvm_heap_bytes " + memory + "\n";
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    client.getResponseHeaders().set("content-type", "text/plain; version=0.0.4");
    client.sendResponseHeaders(200, body.length);
    try (client; OutputStream out = client.getResponseBody()) {
      out.write(body);
    }
  }

  /** Tells the platform how the worker is; a platform that is away is told with the next heartbeat. */
  private void post(String type, String state, String message) {
    String status =
        String.format(
            "{\"jobId\":\"%s\",\"stageNum\":%s,\"workerIndex\":%s,\"workerNumber\":%s,\"type\":\"%s\","
                + "\"state\":\"%s\",\"message\":\"%s\",\"timestamp\":%d,\"reason\":\"Normal\","
                + "\"payloads\":[{\"type\":\"SubscriptionState\",\"data\":\"%s\"}]}",
            ENV.get("JOB_ID"), ENV.get("STAGE_NUM"), ENV.get("WORKER_INDEX"), ENV.get("WORKER_NUMBER"), type,
            state, message, System.currentTimeMillis(), !clients.isEmpty());
    String body = "{\"jobId\":\"" + ENV.get("JOB_ID") + "\",\"status\":" + status + "}";
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(ENV.get("STATUS_URL")))
            .timeout(Duration.ofSeconds(5))
            .header("content-type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    try {
      http.send(request, BodyHandlers.discarding());
    } catch (IOException | InterruptedException error) {
      System.err.println("status " + state + ": " + error);
    }
  }

  private void listen(String variable, String path, com.sun.net.httpserver.HttpHandler handler) throws IOException {
    int port = Integer.parseInt(ENV.get(variable));
    String bind = ENV.get("BIND_ADDRESS");
    InetSocketAddress address =
        bind == null ? new InetSocketAddress(port) : new InetSocketAddress(InetAddress.getByName(bind), port);
    HttpServer server = HttpServer.create(address, 50);
    server.createContext(path, handler);
    server.setExecutor(Executors.newCachedThreadPool());
    server.start();
  }

  /** A parameter of the job, which is a whole number from 1 on. */
  private static long positive(String name, long fallback) {
    String parameters = ENV.getOrDefault("JOB_PARAMETERS", "[]");
    Pattern given = Pattern.compile("\\{\"name\":\"" + name + "\",\"value\":\"([^\"]*)\"\\}");
    Matcher matcher = given.matcher(parameters);
    if (!matcher.find()) return fallback;
    if (matcher.group(1).matches("[1-9][0-9]{0,17}")) return Long.parseLong(matcher.group(1));
    System.err.println("Invalid value for parameter: " + name);
    System.exit(PERMANENT);
    return fallback;
  }
}
