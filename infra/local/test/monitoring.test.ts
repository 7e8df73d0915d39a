import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parser } from "@prometheus-io/lezer-promql";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { checkout, readText as read } from "./fixture/copy.ts";

const Rules = z.strictObject({
	groups: z.array(
		z.strictObject({
			name: z.string(),
			rules: z.array(
				z.strictObject({
					alert: z.string(),
					expr: z.string(),
					for: z
						.string()
						.regex(/^\d+m$/)
						.optional(),
					labels: z.strictObject({ severity: z.enum(["page", "ticket"]) }),
					annotations: z.strictObject({
						summary: z.string().min(1),
						runbook: z.string().regex(/^(docs\/runbooks|apps\/[\w-]+\/README)\.md$/),
					}),
				}),
			),
		}),
	),
});
const Dashboard = z.object({
	uid: z.string(),
	panels: z.array(
		z.object({
			id: z.number(),
			title: z.string(),
			datasource: z.object({ uid: z.string() }),
			targets: z.array(z.object({ expr: z.string() })).min(1),
		}),
	),
});
const Datasources = z.object({ datasources: z.array(z.object({ uid: z.string(), url: z.string() })) });
const FilesOf = z.array(z.object({ files: z.array(z.string()) })).default([]);
const Scrapes = z.object({
	alerting: z.object({ alertmanagers: z.array(z.object({ file_sd_configs: FilesOf })) }),
	scrape_configs: z.array(
		z.object({
			job_name: z.string(),
			static_configs: z.array(z.object({ targets: z.array(z.string()) })).default([]),
			dns_sd_configs: z.array(z.object({ names: z.array(z.string()), type: z.literal("A"), port: z.number() })).default([]),
			file_sd_configs: FilesOf,
		}),
	),
});
const Pipelines = z.looseObject({
	extensions: z.record(z.string(), z.unknown()),
	receivers: z.record(z.string(), z.unknown()),
	processors: z.record(z.string(), z.unknown()),
	exporters: z.record(z.string(), z.looseObject({ endpoint: z.string() })),
	service: z.looseObject({
		extensions: z.array(z.string()),
		pipelines: z.record(
			z.string(),
			z.strictObject({ receivers: z.array(z.string()), processors: z.array(z.string()), exporters: z.array(z.string()) }),
		),
	}),
});
const Compose = z.object({ services: z.record(z.string(), z.looseObject({ environment: z.record(z.string(), z.unknown()).optional() })) });
const compose = () => Compose.parse(parse(read("docker-compose.yml"), { merge: true })).services;

const alerts = Rules.parse(parse(read("infra/monitoring/rules.yaml"))).groups.flatMap(({ rules }) => rules);
const dashboards = globSync("infra/monitoring/dashboards/*.json", { cwd: checkout }).map((file) => Dashboard.parse(JSON.parse(read(file))));
const expressions = [
	...alerts.map(({ alert, expr }) => ({ where: alert, expr })),
	...dashboards.flatMap(({ uid, panels }) =>
		panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ where: `${uid}: ${title}`, expr }))),
	),
];

/** Every metric that some service counts, as Prometheus sees it: a histogram is three. */
const metrics = new Set(["up", ...countedInSources()]);

function countedInSources(): readonly string[] {
	const sources = globSync(["apps/*/src/**/*.ts", "packages/{audit,service-kit}/src/**/*.ts"], { cwd: checkout }).map(read);
	return sources.flatMap((text) =>
		[...text.matchAll(/\.(counter|gauge|seconds)\(\s*"(webhand_\w+)"/g)].flatMap(([, kind, name = ""]) =>
			kind === "seconds" ? ["_bucket", "_sum", "_count"].map((part) => `${name}${part}`) : [name],
		),
	);
}

/** What is wrong with an expression: text that does not parse, metrics that nobody counts. */
function flawsOf(expr: string): readonly string[] {
	const flaws: string[] = [];
	parser.parse(expr).iterate({
		enter: ({ type, from, to }) => {
			const text = expr.slice(from, to);
			if (type.isError) flaws.push(`does not parse at ${from}`);
			if (type.name === "Identifier" && /^(webhand_|up$)/.test(text) && !metrics.has(text)) flaws.push(`nobody counts ${text}`);
		},
	});
	return flaws;
}

test("every expression parses and names what a service counts", () => {
	expect(expressions.length).toBeGreaterThan(20);
	for (const { where, expr } of expressions) {
		expect(flawsOf(expr), where).toEqual([]);
		expect(expr, where).toMatch(/webhand_\w+|up\{/);
	}
});

test("each part that somebody runs has its dashboard", () => {
	const parts = ["overview", "steps", "knowledge", "tools", "queue", "routines", "runner"];
	expect(dashboards.map(({ uid }) => uid).sort()).toEqual(parts.map((part) => `webhand-${part}`).sort());
});

test("what every process of agent-api counts alike is never added up", () => {
	const alike =
		/webhand_(schedules|schedules_late|schedule_late_seconds|runners|webhooks_failing|outbox_\w+|audit_notes_(pending|oldest_seconds))\b/;
	for (const { where, expr } of expressions.filter(({ expr }) => alike.test(expr))) expect(expr, where).toMatch(/^max\b/);
});

test("every alert has its own name, and its runbook describes it", () => {
	expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
	for (const { alert, annotations } of alerts) expect(read(annotations.runbook), alert).toContain(alert);
});

test("dashboards have panels of their own and ask the Prometheus that Grafana knows", () => {
	const sources = Datasources.parse(parse(read("infra/monitoring/grafana/datasources.yaml"))).datasources;
	const [source] = sources;
	expect(sources.map(({ url }) => url)).toEqual(["http://prometheus:9090", "http://loki:3100", "http://tempo:3200"]);
	for (const { url } of sources) expect(Object.keys(compose())).toContain(new URL(url).hostname);
	expect(new Set(dashboards.map(({ uid }) => uid)).size).toBe(dashboards.length);
	for (const { uid, panels } of dashboards) {
		expect(new Set(panels.map(({ id }) => id)).size, uid).toBe(panels.length);
		for (const { title, datasource } of panels) expect(datasource.uid, title).toBe(source?.uid);
	}
});

test("every service is scraped where docker compose lets it listen", () => {
	const listening = Object.entries(compose()).flatMap(([name, { environment }]) => {
		const port = environment?.["PORT"];
		return port === undefined ? [] : [`${name}:${port}`];
	});
	const { scrape_configs: scrapes } = Scrapes.parse(parse(read("infra/monitoring/prometheus.yml")));
	const scraped = scrapes.flatMap(({ static_configs: groups, dns_sd_configs: found }) => [
		...groups.flatMap(({ targets }) => targets),
		...found.flatMap(({ names, port }) => names.map((name) => `${name}:${port}`)),
	]);
	expect(scraped.sort()).toEqual(listening.sort());
});

test("Prometheus tells the Alertmanagers and scrapes the runners that .env names", () => {
	const { prometheus } = compose();
	const [script = ""] = z.array(z.string()).parse(prometheus?.["command"]);
	const folder = mkdtempSync(join(tmpdir(), "webhand-targets-"));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const env = { PATH: process.env["PATH"], ALERTMANAGERS: "alerts.example.com:9093", RUNNER_METRICS: "10.0.0.5:4004, 10.0.0.6:4004" };
	const asRun = script.replaceAll("$$", "$").replaceAll("/tmp/", `${folder}/`).replace("exec /bin/prometheus", "exec true");
	execFileSync("/bin/sh", ["-ec", asRun], { env });
	const targetsOf = (file: string) => JSON.parse(readFileSync(file.replace("/tmp/", `${folder}/`), "utf8"));
	const { alerting, scrape_configs: scrapes } = Scrapes.parse(parse(read("infra/monitoring/prometheus.yml")));
	const filesOf = (configs: z.infer<typeof FilesOf>) => configs.flatMap(({ files }) => files);
	expect(alerting.alertmanagers.flatMap(({ file_sd_configs: configs }) => filesOf(configs)).map(targetsOf)).toEqual([
		[{ targets: ["alerts.example.com:9093"] }],
	]);
	const runners = scrapes.filter(({ job_name: job }) => job === "runner").flatMap(({ file_sd_configs: configs }) => filesOf(configs));
	expect(runners.map(targetsOf)).toEqual([[{ targets: ["10.0.0.5:4004", "10.0.0.6:4004"] }]]);
	execFileSync("/bin/sh", ["-ec", asRun], { env: { ...env, ALERTMANAGERS: "" } });
	expect(targetsOf("/tmp/alertmanagers.json")).toEqual([{ targets: [] }]);
});

test("a runbook names panels and dashboards that are there", () => {
	const titles = globSync("infra/monitoring/dashboards/*.json", { cwd: checkout }).map((file) => {
		const { title, panels } = z
			.object({ title: z.string(), panels: z.array(z.object({ title: z.string() })) })
			.parse(JSON.parse(read(file)));
		return { title, panels: panels.map((panel) => panel.title) };
	});
	const named = [...read("docs/runbooks.md").matchAll(/panel "([^"]+)" in (\w+)/g)];
	expect(named.length).toBeGreaterThan(0);
	for (const [, panel = "", dashboard = ""] of named) {
		const found = titles.find(({ title }) => title === `Webhand: ${dashboard}`);
		expect(
			found?.panels.some((title) => title.startsWith(panel)),
			`${panel} in ${dashboard}`,
		).toBe(true);
	}
});

test("the collector's pipelines are made of parts that it has, and lead to services of docker compose", () => {
	const { service, extensions, receivers, processors, exporters } = Pipelines.parse(parse(read("infra/monitoring/otel-collector.yaml")));
	const used = Object.values(service.pipelines);
	const namesOf = (part: object) => Object.keys(part).sort();
	const usedOf = (kind: "receivers" | "processors" | "exporters") => [...new Set(used.flatMap((pipeline) => pipeline[kind]))].sort();
	expect([usedOf("receivers"), usedOf("processors"), usedOf("exporters")]).toEqual([
		namesOf(receivers),
		namesOf(processors),
		namesOf(exporters),
	]);
	expect(service.extensions.sort()).toEqual(namesOf(extensions));
	for (const { endpoint } of Object.values(exporters)) {
		const [host = ""] = endpoint.replace(/^https?:\/\//, "").split(":");
		expect(Object.keys(compose())).toContain(host);
	}
});
