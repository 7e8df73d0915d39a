import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";

/** Part of a JSON schema, draft 7. */
export type Schema = { readonly [key: string]: unknown };
type Fields = Readonly<Record<string, Schema>>;

/** The parts of the chart that have settings of a `config.ts`, by their name in the values. */
export const configured = {
	auth: "auth",
	agentApi: "agent-api",
	knowledgeProxy: "knowledge-proxy",
	toolRunner: "tool-runner",
	runner: "runner",
} as const;

/** Settings that the chart sets by itself, or from values of their own. */
const managed =
	"HOST PORT FAILPOINTS MONGODB_URI REDIS_URL AUTH_URL AGENT_URL KNOWLEDGE_URL TOOL_RUNNER_URL ALLOWED_HOSTS PUBLIC_URL EXTENSION_IDS EXTENSION_SOURCE WEB_ORIGINS TRUSTED_PROXIES LOG_LEVEL DATA_DIR FORBIDDEN_ROOTS AGENT_TOOLS_ENABLED AGENT_TOOLS_LEVEL SANDBOX_REQUIRE_CGROUP TOOLS_CONFIG_FILE RUNNER_SERVER_URL RUNNER_PROFILE_DIR RUNNER_EXTENSION_DIR RUNNER_HEADED CHROMIUM_BIN HEALTH_HOST HEALTH_PORT OTEL_EXPORTER_OTLP_ENDPOINT".split(
		" ",
	);

/** Settings that come from the Secret alone, so that no secret stands in values. */
export const fromSecret =
	"PROXY_SECRET SENTRY_DSN KEY_ENCRYPTION_KEY BOOTSTRAP_OPERATOR_EMAIL BOOTSTRAP_OPERATOR_PASSWORD BOOTSTRAP_ADMIN_EMAIL BOOTSTRAP_ADMIN_PASSWORD BOOTSTRAP_MEMBER_EMAIL BOOTSTRAP_MEMBER_PASSWORD SETTINGS_KEY PUSHER_KEY PUSHER_SECRET GRANT_SIGNING_JWK MODEL_API_KEY SMTP_URL KNOWLEDGE_HTTP_KEY EMBEDDINGS_KEY GRANT_JWKS AUDIT_SIGNING_JWK AUDIT_JWKS MCP_SECRETS_KEY RUNNER_CODE".split(
		" ",
	);

const ConfigModule = z.looseObject({ Settings: z.instanceof(z.ZodObject) });

/** The settings of an app: names and descriptions. @throws ZodError when its config.ts exports no `Settings` */
export async function settingsOf(root: string, app: string): Promise<ReadonlyMap<string, string>> {
	const module: unknown = await import(/* @vite-ignore */ pathToFileURL(join(root, "apps", app, "src", "config.ts")).href);
	const { shape } = ConfigModule.parse({ ...(module as object) }).Settings;
	return new Map(Object.entries(shape).map(([name, schema]) => [name, (schema as z.ZodType).description ?? name]));
}

const object = (description: string, properties: Fields): Schema => ({
	type: "object",
	description,
	additionalProperties: false,
	properties,
});
const text = (description: string, more: Schema = {}): Schema => ({ type: "string", description, ...more });
const flag = (description: string): Schema => ({ type: "boolean", description });
const whole = (description: string, minimum: number): Schema => ({ type: "integer", minimum, description });
const texts = (description: string): Schema => ({ type: "array", items: { type: "string", minLength: 1 }, description });
const size = (description: string): Schema => text(description, { pattern: "^[0-9]+(Ki|Mi|Gi|Ti)$" });
const objects = (description: string): Schema => ({ type: "array", items: { type: "object" }, description });
/** Passed to Kubernetes as it stands. */
const kubernetes = (description: string): Schema => ({ type: "object", description });

const image = object("The image.", {
	repository: text("Name of the image behind image.registry.", { minLength: 1 }),
	tag: text("Tag of this image alone; image.tag without it."),
	digest: text("Digest of the image, which counts before a tag.", { pattern: "^(sha256:[0-9a-f]{64})?$" }),
});
const pod: Fields = {
	image,
	existingSecret: text("A Secret of its own, with the keys that are this part's; existingSecret of the chart without it."),
	resources: kubernetes("Requests and limits of a pod."),
	nodeSelector: kubernetes("Labels of the nodes for it."),
	tolerations: objects("Taints of nodes that it bears."),
	egress: objects("Further rules of its NetworkPolicy for what it may reach, as Kubernetes has them."),
};
const workload: Fields = { ...pod, replicas: whole("How many pods, where it is not scaled.", 1) };
const scaled = (own: Fields) =>
	object("Scaling between minReplicas and maxReplicas.", {
		enabled: flag("true: a HorizontalPodAutoscaler counts; false: replicas does."),
		minReplicas: whole("Fewest pods.", 1),
		maxReplicas: whole("Most pods.", 1),
		cpuPercent: whole("Mean use of the CPU request, in percent, above which pods are added.", 1),
		...own,
	});
const service = (description: string, settings: Schema): Schema =>
	object(description, {
		...workload,
		settings,
		autoscaling: scaled({
			requestsPerSecond: whole("Requests a second and pod, by the custom metric webhand_http_requests_per_second; 0 leaves it out.", 0),
		}),
	});
const database = (what: string): Fields => ({
	bundled: flag(`true: one ${what} comes along, for trying and not for production; false: the Secret names yours.`),
	image: text(`Image of the bundled ${what}.`, { minLength: 1 }),
	storageClass: text("StorageClass of its volume; the cluster's default without it."),
	size: size("Size of its volume."),
	peers: objects("Where yours is, as peers of a NetworkPolicy; any address without them."),
	ports: { type: "array", minItems: 1, items: { type: "integer", minimum: 1, maximum: 65_535 }, description: "Its ports." },
	resources: kubernetes("Requests and limits of the bundled one."),
});
const profile = "Path of the seccomp profile below the kubelet's folder; a copy of infra/docker/tool-runner-seccomp.json.";

/**
 * The schema of the chart's values: unknown keys are refused, each field has a description, and `settings` take the names that the
 * `config.ts` of a service takes, secrets aside.
 *
 * @param root the checkout, absolute
 */
export async function valuesSchema(root: string): Promise<Schema> {
	const [auth, agentApi, knowledgeProxy, toolRunner, runner] = await Promise.all(
		Object.values(configured).map((app) => settingsSchema(root, app)),
	);
	if (!auth || !agentApi || !knowledgeProxy || !toolRunner || !runner) throw new Error("an app has no settings");
	const names = [auth, agentApi, knowledgeProxy, toolRunner].map(({ fields }) => fields);
	const [first = {}, ...others] = names;
	const common = Object.fromEntries(Object.entries(first).filter(([name]) => others.every((fields) => name in fields)));
	const { toolFields, runnerFields, rest } = otherParts();
	return {
		$schema: "http://json-schema.org/draft-07/schema#",
		title: "Values of the chart webhand",
		...object("Written by `npm run chart`.", {
			...rest,
			settings: object("Settings of all four services; those of one service count before them.", common),
			auth: service("Says who a caller is.", auth.schema),
			agentApi: service("Decides: tasks, chats, approvals, realtime.", agentApi.schema),
			knowledgeProxy: service("Says what a tenant knows about a page.", knowledgeProxy.schema),
			toolRunner: object("Works on the server host, and keeps its audit.", { ...workload, settings: toolRunner.schema, ...toolFields }),
			runner: object("Browsers on nobody's desk that take runs.", { ...pod, settings: runner.schema, ...runnerFields }),
		}),
	};
}

async function settingsSchema(root: string, app: string): Promise<{ readonly schema: Schema; readonly fields: Fields }> {
	const all = await settingsOf(root, app);
	const chosen = [...all].filter(([name]) => !managed.includes(name) && !fromSecret.includes(name));
	const fields = Object.fromEntries(chosen.map(([name, description]) => [name, { type: ["string", "number", "boolean"], description }]));
	return { fields, schema: object(`Settings of ${app}, which are environment variables.`, fields) };
}

function otherParts(): { readonly toolFields: Fields; readonly runnerFields: Fields; readonly rest: Fields } {
	const toolFields: Fields = {
		autoscaling: scaled({
			waitingJobs: whole("Jobs that wait for each pod, by the external metric webhand_queue_waiting; 0 leaves it out.", 0),
		}),
		tools: object("Server tools: files, git, commands and MCP tools.", {
			enabled: flag("true: they may be used, and the nodes must have what the sandbox needs; false: nothing but the audit."),
			level: text("How far they go.", { enum: ["read", "write", "exec"] }),
			requireCgroup: flag("true: nothing runs without a delegated cgroup v2."),
		}),
		toolsConfig: object("Workspaces, command rules and MCP servers, applied at start.", {
			existingSecret: text("A Secret with the key tools.json, the file of TOOLS_CONFIG_FILE; none without it."),
		}),
		seccompProfile: text(profile, { minLength: 1 }),
		workspaces: object("The volume with the workspaces, shared by all replicas.", {
			existingClaim: text("A PersistentVolumeClaim that is there; one is made without it."),
			storageClass: text("Its StorageClass; the cluster's default without it."),
			size: size("Its size."),
			accessModes: { ...texts("ReadWriteMany for several replicas."), minItems: 1 },
		}),
		data: object("A volume for each pod, with its journal of patches.", {
			storageClass: text("Its StorageClass; the cluster's default without it."),
			size: size("Its size."),
		}),
	};
	const runnerFields: Fields = {
		instances: {
			type: "array",
			description: "One browser each; none by default.",
			items: {
				...object("A runner.", {
					name: text("Its name among the runners.", { pattern: "^[a-z0-9]([a-z0-9-]{0,18}[a-z0-9])?$" }),
					codeKey: text("The key of the Secret with its enrolment code, for its first start.", { minLength: 1 }),
				}),
				required: ["name", "codeKey"],
			},
		},
		seccompProfile: text(profile, { minLength: 1 }),
		profile: object("A volume for each browser profile.", {
			storageClass: text("Its StorageClass; the cluster's default without it."),
			size: size("Its size."),
		}),
	};
	const rest: Fields = {
		// Helm itself puts this there.
		global: kubernetes("Values that Helm shares with charts around this one; not used."),
		existingSecret: text("The Secret with keys and addresses of databases; README.md says what it holds."),
		publicUrl: text("Where people reach this installation, such as https://agent.example.com.", { pattern: "^(https?://[^/]+)?$" }),
		extensionIds: {
			type: "array",
			items: { type: "string", pattern: "^[a-p]{32}$" },
			description: "Ids of the extensions that may call; that of the extension which the repository builds without it.",
		},
		webOrigins: texts("Web origins that may call."),
		extensionSource: text("Where people get the extension; told on the start page and in invites."),
		trustedProxies: texts("Addresses or networks of the Ingress controller, whose X-Forwarded-For counts."),
		ingressSendsProxySecret: flag(
			"true: the controller sends PROXY_SECRET of the Secret as the header webhand-proxy, and only then its word counts.",
		),
		logLevel: text("How much is logged.", { enum: ["fatal", "error", "warn", "info", "debug", "trace", "silent"] }),
		image: object("What all images have in common.", {
			registry: text("Registry, and folder in it, before each image's name."),
			tag: text("Tag of the images; the version of the chart's app without it."),
			pullPolicy: text("When images are pulled.", { enum: ["Always", "IfNotPresent", "Never"] }),
			pullSecrets: texts("Names of Secrets to pull with."),
		}),
		ingress: object("The public entrance.", {
			enabled: flag("true: an Ingress with the public prefixes; false: you route them."),
			className: text("Its IngressClass; the cluster's default without it."),
			annotations: kubernetes("Annotations for its controller."),
			tlsSecret: text("The Secret with the certificate of the host; no TLS without it."),
		}),
		mongodb: object("The database.", database("MongoDB")),
		redis: object("Queues, counters and fan-out.", database("Redis")),
		backup: object("Backups at set times; docs/backup.md.", {
			enabled: flag("true: a CronJob saves databases, workspaces and the data of tool-runner; false: you do."),
			schedule: text("When, as cron says it, in UTC.", { minLength: 9 }),
			keep: whole("How many backups stay; older ones are removed after the next one is whole.", 1),
			existingClaim: text("A PersistentVolumeClaim for the backups that is there; one is made without it."),
			storageClass: text("StorageClass of the claim that is made; the cluster's default without it."),
			size: size("Its size."),
			resources: kubernetes("Requests and limits of a backup."),
		}),
		networkPolicy: object("Who may reach whom.", {
			enabled: flag("true: everything is denied but the ways that README.md lists."),
			ingressFrom: objects("The pods of the Ingress controller, as peers of a NetworkPolicy."),
			monitoringFrom: objects("The pods of Prometheus, as peers of a NetworkPolicy."),
			dns: objects("The pods of DNS, as peers of a NetworkPolicy."),
		}),
		monitoring: object("Objects for the Prometheus operator.", {
			enabled: flag("true: a ServiceMonitor, a PodMonitor for runners and a PrometheusRule with the alerts."),
			labels: kubernetes("Labels that your Prometheus selects them by."),
			interval: text("How often it scrapes.", { pattern: "^[0-9]+(s|m)$" }),
		}),
		ca: object("Certificates of your own authorities.", {
			existingConfigMap: text(
				"A ConfigMap that is mounted as /etc/webhand-ca. Its key ca.crt is trusted for sign-in, mail, models and databases; MODEL_CA_FILE may name another key.",
			),
		}),
		telemetry: object("Traces and error reports.", {
			otlpEndpoint: text("OTLP over HTTP, such as http://collector.monitoring:4318; no traces without it."),
			peers: objects("Where the collector is, as peers of a NetworkPolicy; any address without them."),
			port: { type: "integer", minimum: 1, maximum: 65_535, description: "Its port." },
			sentry: flag("true: errors are reported to SENTRY_DSN of the Secret."),
			sentryPeers: objects(
				"Where that server is, as peers of a NetworkPolicy; any address without them, also for tool-runner, which else reaches none.",
			),
			sentryPort: { type: "integer", minimum: 1, maximum: 65_535, description: "Its port." },
		}),
	};
	return { toolFields, runnerFields, rest };
}
