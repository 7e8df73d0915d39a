import { execFile } from "node:child_process";
import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { gatewayPrefixes } from "@webhand/contracts/routes";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { z } from "zod";
import { ownExtensionId } from "../../../docker/secrets.mjs";
import { exampleNames, hashOfChart, places } from "../../chart/render.ts";
import { configured, fromSecret, settingsOf, valuesSchema } from "../../chart/schema.ts";
import { checkout, readText } from "../fixture/copy.ts";
import type { Manifest } from "./manifests.ts";
import {
	componentOf,
	edgesOf,
	linkFlaws,
	parseManifests,
	pathsOf,
	rightsFlaws,
	schemaFlaws,
	secretFlaws,
	workloadsOf,
} from "./manifests.ts";

const read = (file: string) => readFileSync(join(checkout, file), "utf8");
const examples = exampleNames(checkout);
const rendered = new Map(examples.map((name) => [name, parseManifests(read(`${places.rendered}/${name}.yaml`))]));
const manifestsOf = (name: string) => rendered.get(name) ?? [];
const appOf: Readonly<Record<string, string>> = Object.fromEntries(Object.values(configured).map((app) => [app, app]));

/** The same rendering with one text in it changed: a planted fault. */
function planted(name: string, from: string | RegExp, to: string): readonly Manifest[] {
	const text = manifestsOf(name)
		.map((manifest) => stringify(manifest))
		.join("---\n");
	const changed = text.replace(from, to);
	expect(changed, `${from} is in ${name}`).not.toBe(text);
	return parseManifests(changed);
}

test("the renderings are those of the chart as it stands; npm run test:full renders it anew", () => {
	expect(read(`${places.rendered}/chart.sha256`).trim(), "run: npm run chart").toBe(hashOfChart(checkout));
	expect(examples).toEqual(["bundled", "everything", "external", "minimal"]);
});

test.for(examples)("%s: every object fits the schemas of Kubernetes, and leads somewhere", (name) => {
	expect(manifestsOf(name).length).toBeGreaterThan(15);
	expect(manifestsOf(name).flatMap(schemaFlaws)).toEqual([]);
	expect(linkFlaws(manifestsOf(name))).toEqual([]);
});

test.for(examples)("%s: pods have no right that they do not need, and no secret stands in a manifest", (name) => {
	expect(rightsFlaws(manifestsOf(name))).toEqual([]);
	expect(secretFlaws(manifestsOf(name))).toEqual([]);
});

test.for<readonly [string, string | RegExp, string, (manifests: readonly Manifest[]) => readonly string[], RegExp]>([
	["an unknown key", "readinessProbe:", "readynessProbe:", (all) => all.flatMap(schemaFlaws), /readynessProbe is no key of V1Container/],
	["a wrong type", "minReplicas: 2", "minReplicas: two", (all) => all.flatMap(schemaFlaws), /minReplicas must be integer/],
	["an unknown kind", "kind: PodDisruptionBudget", "kind: PodDisruption", (all) => all.flatMap(schemaFlaws), /is not known here/],
	["a port that nobody has", "targetPort: http", "targetPort: https", linkFlaws, /port 400\d leads to https nowhere/],
	[
		"a target that is away",
		/scaleTargetRef:([\s\S]*?)name: webhand-auth/,
		"scaleTargetRef:$1name: webhand-aut",
		linkFlaws,
		/webhand-aut, which is not there/,
	],
	["an account that is away", "serviceAccountName: webhand-auth", "serviceAccountName: nobody", linkFlaws, /runs as nobody/],
	["a volume that is away", "claimName: webhand-workspaces", "claimName: elsewhere", linkFlaws, /mounts elsewhere/],
	[
		"a backend that is away",
		"name: webhand-knowledge-proxy\n                port:",
		"name: webhand-knowledge\n                port:",
		linkFlaws,
		/leads to webhand-knowledge/,
	],
	["root", "runAsNonRoot: true", "runAsNonRoot: false", rightsFlaws, /may run as root/],
	["a root that can be written", "readOnlyRootFilesystem: true", "readOnlyRootFilesystem: false", rightsFlaws, /may write its root/],
	["a capability", "drop:\n", "add:\n", rightsFlaws, /has capabilities/],
	[
		"a token of the cluster",
		"automountServiceAccountToken: false\n      enable",
		"automountServiceAccountToken: true\n      enable",
		rightsFlaws,
		/gets a token/,
	],
	[
		"a key in the manifest",
		/- name: SETTINGS_KEY\n\s+valueFrom:[\s\S]*?key: SETTINGS_KEY/,
		"- name: SETTINGS_KEY\n              value: abc",
		secretFlaws,
		/SETTINGS_KEY stands in the manifest/,
	],
	[
		"a password in an address",
		/value: http:\/\/webhand-auth:4001/,
		"value: http://me:secret@webhand-auth:4001",
		secretFlaws,
		/AUTH_URL stands/,
	],
])("a planted fault is found: %s", ([, from, to, flawsOf, flaw]) => {
	expect(flawsOf(planted("everything", from, to)).join("\n")).toMatch(flaw);
});

const dns = (part: string) => `out: ${part} → kube-system:53`;
const services = ["agent-api", "auth", "knowledge-proxy", "tool-runner"] as const;
/** The ways between the parts, and out; databases aside. */
const ways = [
	"in: ingress-nginx → auth:4001",
	"in: ingress-nginx → agent-api:4000",
	"in: ingress-nginx → knowledge-proxy:4002",
	...[
		["auth", "agent-api:4000"],
		["agent-api", "auth:4001"],
		["agent-api", "knowledge-proxy:4002"],
		["agent-api", "tool-runner:4003"],
		["knowledge-proxy", "auth:4001"],
		["tool-runner", "auth:4001"],
	].flatMap(([from, to]) => [`in: ${from} → ${to}`, `out: ${from} → ${to}`]),
	"out: auth → anywhere:443",
	"out: agent-api → anywhere:443,9443",
	"out: knowledge-proxy → anywhere:443",
	...[...services, "migrations", "test"].map(dns),
	...["agent-api:4000", "auth:4001", "knowledge-proxy:4002"].flatMap((to) => [`in: test → ${to}`, `out: test → ${to}`]),
];
const clients = [...services, "migrations"];

test("with your own databases nothing is reached but the ways that the design names", () => {
	const databases = clients.flatMap((part) => [`out: ${part} → anywhere:27017`, `out: ${part} → anywhere:6379`]);
	expect(edgesOf(manifestsOf("minimal"))).toEqual([...ways, ...databases].sort());
	const named = clients.flatMap((part) => [`out: ${part} → 10.20.0.0/24:27017`, `out: ${part} → 10.20.1.5/32:6379`]);
	const backup = [dns("backup"), "out: backup → 10.20.0.0/24:27017"];
	expect(edgesOf(manifestsOf("external"))).toEqual([...ways, ...named, ...backup].sort());
});

test("with everything on there are the ways of databases, Prometheus, collector, runners and what the values add", () => {
	const databases = clients.flatMap((part) => [
		`out: ${part} → mongo:27017`,
		`in: ${part} → mongo:27017`,
		`out: ${part} → redis:6379`,
		`in: ${part} → redis:6379`,
	]);
	const ports = { auth: 4001, "agent-api": 4000, "knowledge-proxy": 4002, "tool-runner": 4003 };
	const expected = [
		...ways,
		...databases,
		dns("mongo"),
		dns("backup"),
		"out: backup → mongo:27017",
		"in: backup → mongo:27017",
		"out: mongo → mongo:27017",
		"in: mongo → mongo:27017",
		...services.map((part) => `in: monitoring → ${part}:${ports[part]}`),
		...services.flatMap((part) => [`out: ${part} → monitoring:4318`, `out: ${part} → 10.30.0.8/32:443`]),
		dns("runner"),
		"in: monitoring → runner:4004",
		"out: runner → 0.0.0.0/0:80,443",
		"out: runner → ::/0:80,443",
		"out: runner → ingress-nginx:*",
		"out: agent-api → 10.30.0.9/32:465",
		"out: tool-runner → 10.30.0.7/32:8443",
	];
	expect(edgesOf(manifestsOf("everything"))).toEqual(expected.sort());
	// What is denied to all comes first: a policy for every pod that allows nothing.
	const all = manifestsOf("everything").find(({ metadata }) => metadata.name === "webhand-default-deny")?.spec;
	expect(all).toEqual({
		podSelector: { matchLabels: { "app.kubernetes.io/name": "webhand", "app.kubernetes.io/instance": "webhand" } },
		policyTypes: ["Ingress", "Egress"],
	});
	const wider = planted("everything", "port: 4003", "port: 22");
	expect(edgesOf(wider)).not.toEqual(expected.sort());
});

test("the extension that the repository builds may call, and no other", () => {
	for (const name of examples) {
		const given = workloadsOf(manifestsOf(name)).flatMap(({ pod }) =>
			pod.containers.flatMap(({ env }) => env.filter((each) => each.name === "EXTENSION_IDS").map(({ value }) => value)),
		);
		expect(new Set(given), name).toEqual(new Set([ownExtensionId()]));
	}
});

test("the Ingress sends the prefixes of the contracts, each to its service", () => {
	for (const name of examples) {
		const ingress = manifestsOf(name).find(({ kind }) => kind === "Ingress");
		const routed =
			ingress === undefined ? [] : pathsOf(ingress).map(({ path, pathType, backend }) => `${path} ${pathType} ${backend.service.name}`);
		const wanted = gatewayPrefixes.map(({ prefix, service }) => `${prefix} ${prefix === "/" ? "Exact" : "Prefix"} webhand-${service}`);
		expect(routed.sort()).toEqual(wanted.sort());
	}
});

test("every variable that a service gets is a setting of its config.ts, with a value that it accepts", async () => {
	for (const name of examples) {
		for (const { manifest, labels, pod } of workloadsOf(manifestsOf(name))) {
			const app =
				appOf[componentOf(labels)] ?? Object.values(configured).find((each) => manifest.metadata.name === `webhand-migrate-${each}`);
			if (app === undefined) continue;
			// Telemetry is read where it is set up, before a service has its settings; Node itself reads its certificates.
			const read = ["OTEL_EXPORTER_OTLP_ENDPOINT", "SENTRY_DSN", "NODE_EXTRA_CA_CERTS"];
			const known = new Set([...(await settingsOf(checkout, app)).keys(), ...read]);
			const given = pod.containers.flatMap(({ env }) => env);
			expect(
				given.map((each) => each.name).filter((each) => !known.has(each)),
				`${name} ${manifest.metadata.name}`,
			).toEqual([]);
			expect(new Set(given.map((each) => each.name)).size, manifest.metadata.name).toBe(given.length);
			for (const each of given)
				if (each.valueFrom !== undefined) expect(fromSecret.concat("MONGODB_URI", "REDIS_URL")).toContain(each.name);
		}
	}
	expect(workloadsOf(manifestsOf("external")).flatMap(({ pod }) => pod.containers.flatMap(({ env }) => env))).toContainEqual({
		name: "TENANT_STEPS_PER_MINUTE",
		value: "10000000",
	});
});

test("the Secret that make-secret.mjs writes has every key that a pod must have, and its addresses are those of the bundled databases", async () => {
	const ask = (...args: readonly string[]) =>
		promisify(execFile)(process.execPath, [join(checkout, "infra/helm/make-secret.mjs"), ...args]);
	const Secret = z.looseObject({ metadata: z.looseObject({ name: z.string() }), stringData: z.record(z.string(), z.string().min(1)) });
	const secretOf = async (...args: readonly string[]) => Secret.parse(JSON.parse((await ask(...args)).stdout));
	const neededBy = (name: string) =>
		workloadsOf(manifestsOf(name))
			.flatMap(({ pod }) => pod.containers.flatMap(({ env }) => env))
			.flatMap(({ valueFrom: from }) => (from === undefined || from.secretKeyRef.optional === true ? [] : [from.secretKeyRef.key]));
	const bundled = await secretOf();
	expect(neededBy("bundled").filter((key) => !(key in bundled.stringData))).toEqual([]);
	expect(bundled.metadata.name).toBe(
		workloadsOf(manifestsOf("bundled"))
			.flatMap(({ pod }) => pod.containers.flatMap(({ env }) => env))
			.find(({ valueFrom }) => valueFrom)?.valueFrom?.secretKeyRef.name,
	);
	const names = manifestsOf("bundled")
		.filter(({ kind }) => kind === "Service")
		.map(({ metadata }) => metadata.name);
	for (const key of ["AUTH_MONGODB_URI", "TOOLS_MONGODB_URI", "REDIS_URL"])
		expect(names).toContain(new URL(bundled.stringData[key] ?? "").hostname);
	const own = await secretOf("--mongodb", "mongodb://me:p@one,two/people?replicaSet=rs0", "--redis", "rediss://redis.example.com");
	expect(neededBy("minimal").filter((key) => !(key in own.stringData))).toEqual([]);
	expect(own.stringData).not.toHaveProperty("MONGO_ADMIN_PASSWORD");
	for (const [key, database] of Object.entries({ AUTH: "auth", AGENT: "agent", KNOWLEDGE: "knowledge", TOOLS: "tools" }))
		expect(own.stringData[`${key}_MONGODB_URI`]).toBe(`mongodb://me:p@one,two/webhand_${database}?replicaSet=rs0&authSource=people`);
	expect(own.stringData["SETTINGS_KEY"]).not.toBe(bundled.stringData["SETTINGS_KEY"]);
	await expect(ask("--redis", "nowhere")).rejects.toThrow("--redis is no address");
	await expect(ask("--mongodb", "mongodb://")).rejects.toThrow("--mongodb is no address");
});

test("a backup reads all that docs/backup.md names, on the node of the first tool-runner", () => {
	const backupOf = (name: string) => workloadsOf(manifestsOf(name)).find(({ manifest }) => manifest.kind === "CronJob");
	expect(backupOf("minimal")).toBeUndefined();
	for (const name of ["everything", "external"]) {
		const pod = backupOf(name)?.pod;
		const [container] = pod?.containers ?? [];
		const given = container?.env.map((each) => each.name) ?? [];
		expect(given).toEqual(
			expect.arrayContaining(["MONGODB_URI", "KEY_ENCRYPTION_KEY", "SETTINGS_KEY", "MCP_SECRETS_KEY", "AUDIT_SIGNING_JWK"]),
		);
		const claims = pod?.volumes.flatMap(({ persistentVolumeClaim: claim }) => claim?.claimName ?? []);
		const own = name === "external" ? "backups" : "webhand-backups";
		expect(claims).toEqual([own, "data-webhand-tool-runner-0", "webhand-workspaces"]);
		expect(JSON.stringify(pod?.["affinity"])).toContain('"app.kubernetes.io/component":"tool-runner","apps.kubernetes.io/pod-index":"0"');
	}
	const addressOf = (name: string) => backupOf(name)?.pod.containers[0]?.env.find((each) => each.name === "MONGODB_URI");
	expect(addressOf("everything")?.value).toContain("webhand_admin:$(MONGO_ADMIN_PASSWORD)@webhand-mongo:27017");
	expect(addressOf("external")?.valueFrom?.secretKeyRef).toMatchObject({ name: "webhand", key: "BACKUP_MONGODB_URI" });
});

// tool-runner gets its rights on new collections of the bundled MongoDB with the upgrade, and migrates then.
const migrated = services.filter((service) => service !== "tool-runner");

test("certificates of your own are mounted where the services read them, also while databases are migrated", () => {
	const withCa = workloadsOf(manifestsOf("everything")).filter(({ pod }) =>
		pod.volumes.some(({ configMap }) => configMap?.name === "company-ca"),
	);
	expect(withCa.map(({ manifest }) => manifest.metadata.name).sort()).toEqual(
		[
			"webhand-backup",
			...services.map((service) => `webhand-${service}`),
			...migrated.map((service) => `webhand-migrate-${service}`),
		].sort(),
	);
	for (const { manifest, pod } of withCa) {
		const [container] = pod.containers;
		expect(container?.volumeMounts, manifest.metadata.name).toContainEqual({ name: "ca", mountPath: "/etc/webhand-ca", readOnly: true });
		expect(container?.env).toContainEqual({ name: "NODE_EXTRA_CA_CERTS", value: "/etc/webhand-ca/ca.crt" });
	}
	expect(JSON.stringify(manifestsOf("minimal"))).not.toMatch(/webhand-ca|NODE_EXTRA/);
});

test("replicas start, live, drain and are replaced one at a time", () => {
	for (const name of examples) {
		for (const { manifest, labels, pod } of workloadsOf(manifestsOf(name))) {
			if (!services.some((service) => service === componentOf(labels))) continue;
			const [container] = pod.containers;
			expect([container?.startupProbe?.httpGet, container?.livenessProbe?.httpGet, container?.readinessProbe?.httpGet]).toEqual([
				{ path: "/healthz", port: "http" },
				{ path: "/healthz", port: "http" },
				{ path: "/readyz", port: "http" },
			]);
			expect(container?.lifecycle).toEqual({ preStop: { sleep: { seconds: 5 } } });
			// 5 s for the balancer, 25 s to drain.
			expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(30);
			const budget = manifestsOf(name).find((each) => each.kind === "PodDisruptionBudget" && each.metadata.name === manifest.metadata.name);
			expect(budget?.spec["maxUnavailable"]).toBe(1);
		}
	}
});

test("a fixed number of replicas and a scaled one are never both named", () => {
	for (const { manifest } of examples.flatMap((name) => workloadsOf(manifestsOf(name)))) {
		if (manifest.kind !== "Deployment") continue;
		const scalers = manifestsOf("everything").filter(({ kind }) => kind === "HorizontalPodAutoscaler");
		expect(scalers.map(({ metadata }) => metadata.name)).toEqual(["webhand-auth", "webhand-knowledge-proxy", "webhand-tool-runner"]);
	}
	const metrics = manifestsOf("everything")
		.filter(({ kind }) => kind === "HorizontalPodAutoscaler")
		.map(({ spec }) =>
			z
				.array(z.looseObject({ type: z.string() }))
				.parse(spec["metrics"])
				.map(({ type }) => type),
		);
	expect(metrics).toEqual([["Resource", "Pods"], ["Resource"], ["Resource", "External"]]);
});

test("only with server tools does tool-runner get what the sandbox needs, and it keeps to its nodes", () => {
	const runnerOf = (name: string) =>
		workloadsOf(manifestsOf(name)).find(({ manifest }) => manifest.metadata.name === "webhand-tool-runner");
	const off = runnerOf("minimal");
	expect([off?.pod.hostUsers, off?.pod.containers[0]?.securityContext["procMount"]]).toEqual([undefined, undefined]);
	const on = runnerOf("everything");
	expect([on?.pod.hostUsers, on?.pod.containers[0]?.securityContext["procMount"], on?.pod.securityContext["seccompProfile"]]).toEqual([
		false,
		"Unmasked",
		{ type: "Localhost", localhostProfile: "webhand/tool-runner-seccomp.json" },
	]);
	for (const { labels, pod } of workloadsOf(manifestsOf("everything"))) {
		const isApart = ["runner", "tool-runner"].includes(componentOf(labels));
		if (isApart) expect([pod.nodeSelector["pool"], pod.tolerations.length]).toEqual(["sandbox", 1]);
	}
});

test("alerts and the scripts of the bundled database are the files themselves, by links", () => {
	const rule = manifestsOf("everything").find(({ kind }) => kind === "PrometheusRule");
	expect(rule?.spec).toEqual(parse(read("infra/monitoring/rules.yaml")));
	const scripts = manifestsOf("bundled").find(({ kind }) => kind === "ConfigMap") as unknown as { readonly data: Record<string, string> };
	for (const file of ["mongo.sh", "mongo-health.js"]) expect(scripts.data[file]).toBe(read(`infra/docker/${file}`));
	for (const file of ["rules.yaml", "mongo.sh", "mongo-health.js"])
		expect(lstatSync(join(checkout, places.chart, "files", file)).isSymbolicLink(), file).toBe(true);
});

test("a database is migrated before its service is replaced, and by the image that comes", () => {
	const jobsOf = (example: string) => workloadsOf(manifestsOf(example)).filter(({ manifest }) => manifest.kind === "Job");
	const namesOf = (example: string) => jobsOf(example).map(({ manifest }) => manifest.metadata.name);
	expect(namesOf("external").toSorted()).toEqual(services.map((service) => `webhand-migrate-${service}`).toSorted());
	expect(namesOf("everything").toSorted()).toEqual(migrated.map((service) => `webhand-migrate-${service}`).toSorted());
	for (const { manifest, pod } of [...jobsOf("external"), ...jobsOf("everything")]) {
		expect(manifest.metadata.annotations["helm.sh/hook"]).toBe("pre-upgrade");
		expect(pod.containers[0]?.["command"]).toEqual(["node", "dist/main.mjs", "migrate"]);
	}
});

test("values.schema.json is written from the settings of the services, describes each field and refuses unknown ones", async () => {
	const schema = await valuesSchema(checkout);
	expect(JSON.parse(read(`${places.chart}/values.schema.json`)), "run: npm run chart").toEqual(schema);
	const undescribed: string[] = [];
	const walk = (node: unknown, path: string) => {
		const { properties = {}, items, description } = z.looseObject({ properties: z.record(z.string(), z.unknown()).optional() }).parse(node);
		if (typeof description !== "string" && !path.endsWith("[]")) undescribed.push(path);
		for (const [name, each] of Object.entries(properties)) walk(each, `${path}.${name}`);
		if (items !== undefined) walk(items, `${path}[]`);
	};
	walk(schema, "values");
	expect(undescribed).toEqual([]);
	const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schema);
	const flawsIn = (values: unknown) =>
		validate(values) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
	const defaults: unknown = parse(readText("infra/helm/values.yaml"), { merge: true });
	expect(flawsIn(defaults)).toEqual([]);
	for (const name of examples) expect(flawsIn(parse(read(`${places.chart}/examples/${name}.yaml`)))).toEqual([]);
	for (const wrong of [
		{ existingSecrets: "webhand" },
		{ auth: { replica: 3 } },
		{ auth: { settings: { TOKEN_TLL: 900 } } },
		// Secrets do not stand in values.
		{ agentApi: { settings: { MODEL_API_KEY: "sk-1" } } },
		{ auth: { settings: { MODEL_NAME: "of another service" } } },
		{ toolRunner: { tools: { level: "all" } } },
		{ extensionIds: ["zzz"] },
	])
		expect(flawsIn(wrong), JSON.stringify(wrong)).not.toEqual([]);
	// Every field of values.yaml is in the schema, and the reverse.
	const fieldsOf = (value: object) =>
		Object.keys(value)
			.filter((name) => name !== "global")
			.sort();
	expect(fieldsOf(defaults as object)).toEqual(fieldsOf(schema["properties"] as object));
});
