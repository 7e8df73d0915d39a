import * as client from "@kubernetes/client-node";
import { PodMonitor, PrometheusRule, ServiceMonitor } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1";
import { Deployment, StatefulSet } from "kubernetes-models/apps/v1";
import { HorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2";
import { CronJob, Job } from "kubernetes-models/batch/v1";
import { Ingress, NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { ConfigMap, PersistentVolumeClaim, Pod, Service, ServiceAccount } from "kubernetes-models/v1";
import { parseAllDocuments } from "yaml";
import { z } from "zod";

const Labels = z.record(z.string(), z.string()).default({});
const Selector = z.looseObject({ matchLabels: Labels }).default({ matchLabels: {} });
const Variable = z.looseObject({
	name: z.string(),
	value: z.string().optional(),
	valueFrom: z
		.looseObject({ secretKeyRef: z.looseObject({ name: z.string(), key: z.string(), optional: z.boolean().optional() }) })
		.optional(),
});
const Probe = z.looseObject({ httpGet: z.looseObject({ path: z.string(), port: z.string() }).optional() });
const Container = z.looseObject({
	name: z.string(),
	image: z.string(),
	env: z.array(Variable).default([]),
	ports: z.array(z.looseObject({ name: z.string(), containerPort: z.number() })).default([]),
	startupProbe: Probe.optional(),
	livenessProbe: Probe.optional(),
	readinessProbe: Probe.optional(),
	lifecycle: z.looseObject({}).optional(),
	securityContext: z.looseObject({}).default({}),
	resources: z.looseObject({ limits: z.looseObject({ memory: z.string().optional() }).default({}) }).default({ limits: {} }),
	volumeMounts: z.array(z.looseObject({ name: z.string() })).default([]),
});
const PodSpec = z.looseObject({
	serviceAccountName: z.string().optional(),
	automountServiceAccountToken: z.boolean().optional(),
	hostUsers: z.boolean().optional(),
	nodeSelector: Labels,
	tolerations: z.array(z.looseObject({})).default([]),
	terminationGracePeriodSeconds: z.number().optional(),
	securityContext: z.looseObject({}).default({}),
	containers: z.array(Container),
	volumes: z
		.array(
			z.looseObject({
				name: z.string(),
				configMap: z.looseObject({ name: z.string() }).optional(),
				persistentVolumeClaim: z.looseObject({ claimName: z.string() }).optional(),
			}),
		)
		.default([]),
});
const Peer = z.looseObject({
	podSelector: z.looseObject({ matchLabels: Labels }).optional(),
	namespaceSelector: z.looseObject({ matchLabels: Labels }).optional(),
	ipBlock: z.looseObject({ cidr: z.string() }).optional(),
});
const Ports = z.array(z.looseObject({ protocol: z.string(), port: z.number() })).optional();
const Manifest = z.looseObject({
	apiVersion: z.string(),
	kind: z.string(),
	metadata: z.looseObject({ name: z.string(), labels: Labels, annotations: Labels }),
	spec: z.looseObject({}).default({}),
});

/** One object of a rendering. */
export type Manifest = z.infer<typeof Manifest>;
/** What makes pods: its labels, and what is in them. */
export type Workload = {
	readonly manifest: Manifest;
	readonly labels: Readonly<Record<string, string>>;
	readonly pod: z.infer<typeof PodSpec>;
};

/** The objects of a rendering. @throws ZodError for what is no object of Kubernetes */
export function parseManifests(text: string): readonly Manifest[] {
	const documents = parseAllDocuments(text).map((document) => document.toJS() as unknown);
	return documents.filter((document) => document !== null).map((document) => Manifest.parse(document));
}

/** Everything that makes pods. */
export function workloadsOf(manifests: readonly Manifest[]): readonly Workload[] {
	const Template = z.looseObject({ template: z.looseObject({ metadata: z.looseObject({ labels: Labels }), spec: PodSpec }) });
	return manifests.flatMap((manifest): Workload[] => {
		if (manifest.kind === "Pod") return [{ manifest, labels: manifest.metadata.labels, pod: PodSpec.parse(manifest.spec) }];
		if (manifest.kind === "CronJob") {
			const { template } = z.looseObject({ jobTemplate: z.looseObject({ spec: Template }) }).parse(manifest.spec).jobTemplate.spec;
			return [{ manifest, labels: template.metadata.labels, pod: template.spec }];
		}
		if (!["Deployment", "StatefulSet", "Job"].includes(manifest.kind)) return [];
		const { template } = Template.parse(manifest.spec);
		return [{ manifest, labels: template.metadata.labels, pod: template.spec }];
	});
}

/** Its component: the part of Webhand that it is. */
export const componentOf = (labels: Readonly<Record<string, string>>) => labels["app.kubernetes.io/component"] ?? "?";

type Model = new (data: never) => { validate: () => void };
const models: Readonly<Record<string, readonly [Model, string | null]>> = {
	"apps/v1 Deployment": [Deployment, "V1Deployment"],
	"apps/v1 StatefulSet": [StatefulSet, "V1StatefulSet"],
	"autoscaling/v2 HorizontalPodAutoscaler": [HorizontalPodAutoscaler, "V2HorizontalPodAutoscaler"],
	"batch/v1 CronJob": [CronJob, "V1CronJob"],
	"batch/v1 Job": [Job, "V1Job"],
	"networking.k8s.io/v1 Ingress": [Ingress, "V1Ingress"],
	"networking.k8s.io/v1 NetworkPolicy": [NetworkPolicy, "V1NetworkPolicy"],
	"policy/v1 PodDisruptionBudget": [PodDisruptionBudget, "V1PodDisruptionBudget"],
	"v1 ConfigMap": [ConfigMap, "V1ConfigMap"],
	"v1 PersistentVolumeClaim": [PersistentVolumeClaim, "V1PersistentVolumeClaim"],
	"v1 Pod": [Pod, "V1Pod"],
	"v1 Service": [Service, "V1Service"],
	"v1 ServiceAccount": [ServiceAccount, "V1ServiceAccount"],
	"monitoring.coreos.com/v1 PodMonitor": [PodMonitor, null],
	"monitoring.coreos.com/v1 ServiceMonitor": [ServiceMonitor, null],
	"monitoring.coreos.com/v1 PrometheusRule": [PrometheusRule, null],
};

/** What the schemas of Kubernetes and the Prometheus operator say, unknown keys included. */
export function schemaFlaws(manifest: Manifest): readonly string[] {
	const what = `${manifest.apiVersion} ${manifest.kind}`;
	const known = models[what];
	if (known === undefined) return [`${what} is not known here`];
	const [Kind, type] = known;
	const { spec, ...withoutSpec } = manifest;
	const asRendered = Object.keys(spec).length === 0 ? withoutSpec : manifest;
	const flaws = type === null ? [] : unknownKeys(asRendered, type, manifest.metadata.name);
	try {
		new Kind(asRendered as never).validate();
		return flaws;
	} catch (cause) {
		return [...flaws, `${manifest.metadata.name}: ${cause instanceof Error ? cause.message : String(cause)}`];
	}
}

type Attributes = { readonly getAttributeTypeMap: () => readonly { readonly baseName: string; readonly type: string }[] };

/** The schemas of kubernetes-models let a key pass that they do not know; the attribute maps of the official client name all. */
function unknownKeys(value: unknown, type: string, path: string): readonly string[] {
	const [, listed] = /^Array<(.+)>$/.exec(type) ?? [];
	if (listed !== undefined)
		return Array.isArray(value) ? value.flatMap((each, index) => unknownKeys(each, listed, `${path}[${index}]`)) : [];
	const [, held] = /^\{ \[key: string\]: (.+); \}$/.exec(type) ?? [];
	if (typeof value !== "object" || value === null) return [];
	if (held !== undefined) return Object.entries(value).flatMap(([key, each]) => unknownKeys(each, held, `${path}.${key}`));
	const model = (client as Readonly<Record<string, unknown>>)[type] as Attributes | undefined;
	if (model === undefined) return [];
	const attributes = new Map(model.getAttributeTypeMap().map(({ baseName, type: of }) => [baseName, of]));
	return Object.entries(value).flatMap(([key, each]) => {
		const of = attributes.get(key);
		return of === undefined ? [`${path}.${key} is no key of ${type}`] : unknownKeys(each, of, `${path}.${key}`);
	});
}

const includes = (labels: Readonly<Record<string, string>>, wanted: Readonly<Record<string, string>>) =>
	Object.entries(wanted).every(([name, value]) => labels[name] === value);

const Claims = z.looseObject({
	volumeClaimTemplates: z.array(z.looseObject({ metadata: z.looseObject({ name: z.string() }) })).default([]),
});
/** What the examples name and the chart does not make. */
const foreign = ["company-ca", "backups"];

/** What leads nowhere: selectors, ports, targets of scaling, accounts, volumes, backends. */
export function linkFlaws(manifests: readonly Manifest[]): readonly string[] {
	const workloads = workloadsOf(manifests);
	const has = (kind: string, name: string) => manifests.some((each) => each.kind === kind && each.metadata.name === name);
	// A StatefulSet makes the claims of its pods.
	const madeClaims = manifests.flatMap(({ kind, metadata, spec }) =>
		kind === "StatefulSet" ? Claims.parse(spec).volumeClaimTemplates.map((claim) => `${claim.metadata.name}-${metadata.name}-0`) : [],
	);
	const isClaimed = (name: string) => has("PersistentVolumeClaim", name) || madeClaims.includes(name) || foreign.includes(name);
	return manifests.flatMap((manifest): string[] => {
		const { kind, spec } = manifest;
		const say = (text: string) => `${kind} ${manifest.metadata.name}: ${text}`;
		const flaws: string[] = [];
		if (kind === "Service") {
			const { selector, ports } = z
				.looseObject({ selector: Labels, ports: z.array(z.looseObject({ port: z.number(), targetPort: z.string() })) })
				.parse(spec);
			const selected = workloads.filter(({ labels }) => includes(labels, selector));
			if (selected.length !== 1) flaws.push(say(`selects ${selected.length} workloads`));
			for (const { port, targetPort } of ports) {
				const named = selected
					.flatMap(({ pod }) => pod.containers.flatMap((container) => container.ports))
					.find(({ name }) => name === targetPort);
				if (named?.containerPort !== port) flaws.push(say(`port ${port} leads to ${targetPort} ${named?.containerPort ?? "nowhere"}`));
			}
		}
		if (kind === "PodDisruptionBudget" || kind === "NetworkPolicy") {
			const { selector, podSelector } = z.looseObject({ selector: Selector.optional(), podSelector: Selector.optional() }).parse(spec);
			const wanted = (selector ?? podSelector)?.matchLabels ?? {};
			if (!workloads.some(({ labels }) => includes(labels, wanted))) flaws.push(say("selects nothing"));
		}
		if (kind === "HorizontalPodAutoscaler") {
			const { scaleTargetRef: target } = z
				.looseObject({ scaleTargetRef: z.looseObject({ kind: z.string(), name: z.string() }) })
				.parse(spec);
			if (!has(target.kind, target.name)) flaws.push(say(`scales ${target.kind} ${target.name}, which is not there`));
		}
		if (kind === "Ingress") {
			for (const { backend } of pathsOf(manifest)) {
				const service = manifests.find((each) => each.kind === "Service" && each.metadata.name === backend.service.name);
				const ports = z.looseObject({ ports: z.array(z.looseObject({ name: z.string() })) }).safeParse(service?.spec).data?.ports ?? [];
				if (!ports.some(({ name }) => name === backend.service.port.name))
					flaws.push(say(`leads to ${backend.service.name}, which is not there`));
			}
		}
		for (const { pod, labels } of workloads.filter((each) => each.manifest === manifest)) {
			const { selector } = z.looseObject({ selector: Selector.optional() }).parse(spec);
			if (!["Pod", "Job", "CronJob"].includes(kind) && (selector === undefined || !includes(labels, selector.matchLabels)))
				flaws.push(say("does not select its own pods"));
			if (pod.serviceAccountName !== undefined && !has("ServiceAccount", pod.serviceAccountName))
				flaws.push(say(`runs as ${pod.serviceAccountName}, which is not there`));
			const claims = Claims.parse(spec);
			const volumes = [...pod.volumes.map(({ name }) => name), ...claims.volumeClaimTemplates.map(({ metadata }) => metadata.name)];
			for (const { configMap, persistentVolumeClaim: claim } of pod.volumes) {
				if (configMap !== undefined && !foreign.includes(configMap.name) && !has("ConfigMap", configMap.name))
					flaws.push(say(`mounts ${configMap.name}, which is not there`));
				if (claim !== undefined && !isClaimed(claim.claimName)) flaws.push(say(`mounts ${claim.claimName}, which is not there`));
			}
			for (const container of pod.containers) {
				for (const { name } of container.volumeMounts) if (!volumes.includes(name)) flaws.push(say(`mounts ${name}, which is no volume`));
				for (const probe of [container.startupProbe, container.livenessProbe, container.readinessProbe]) {
					const port = probe?.httpGet?.port;
					if (port !== undefined && !container.ports.some(({ name }) => name === port))
						flaws.push(say(`is probed at ${port}, which is no port`));
				}
			}
		}
		return flaws;
	});
}

/** The paths of an Ingress. */
export function pathsOf(ingress: Manifest) {
	const Backend = z.looseObject({ service: z.looseObject({ name: z.string(), port: z.looseObject({ name: z.string() }) }) });
	const Path = z.looseObject({ path: z.string(), pathType: z.string(), backend: Backend });
	const Rules = z.looseObject({ rules: z.array(z.looseObject({ host: z.string(), http: z.looseObject({ paths: z.array(Path) }) })) });
	return Rules.parse(ingress.spec).rules.flatMap(({ http }) => http.paths);
}

/** Pods with more rights than they need. */
export function rightsFlaws(manifests: readonly Manifest[]): readonly string[] {
	return workloadsOf(manifests).flatMap(({ manifest, pod }) => {
		const say = (text: string) => `${manifest.kind} ${manifest.metadata.name}: ${text}`;
		const of = pod.securityContext;
		const seccomp = z.looseObject({ type: z.string() }).safeParse(of["seccompProfile"]).data?.type;
		const flaws = pod.containers.flatMap((container) => {
			const own = container.securityContext;
			return [
				...(own["readOnlyRootFilesystem"] === true ? [] : [say(`${container.name} may write its root`)]),
				...(own["allowPrivilegeEscalation"] === false ? [] : [say(`${container.name} may gain rights`)]),
				...(JSON.stringify(own["capabilities"]) === '{"drop":["ALL"]}' ? [] : [say(`${container.name} has capabilities`)]),
				...(own["privileged"] === undefined ? [] : [say(`${container.name} is privileged`)]),
				...(container.resources.limits.memory === undefined ? [say(`${container.name} has no limit of memory`)] : []),
				...(/:[^:/]+$|@sha256:/.test(container.image) && !container.image.endsWith(":latest")
					? []
					: [say(`${container.image} has no version`)]),
			];
		});
		if (of["runAsNonRoot"] !== true || typeof of["runAsUser"] !== "number" || of["runAsUser"] === 0) flaws.push(say("may run as root"));
		if (seccomp !== "RuntimeDefault" && !(seccomp === "Localhost" && pod.hostUsers === false))
			flaws.push(say(`has the seccomp profile ${seccomp}`));
		if (pod.automountServiceAccountToken !== false) flaws.push(say("gets a token of the cluster"));
		return flaws;
	});
}

const secretName = /(PASSWORD|_KEY|SECRET|_JWK|_JWKS|_CODE|_DSN|MONGODB_URI|REDIS_URL|SMTP_URL)$/;

/** Secrets that stand in a manifest. */
export function secretFlaws(manifests: readonly Manifest[]): readonly string[] {
	const kinds = manifests.filter(({ kind }) => kind === "Secret").map(({ metadata }) => `Secret ${metadata.name} is rendered`);
	const values = workloadsOf(manifests).flatMap(({ manifest, pod }) =>
		pod.containers.flatMap(({ env }) =>
			env
				// $(NAME) is a variable that comes from the Secret.
				.filter(({ value }) => value === undefined || !/:\/\/[^/@]*:\$\([A-Z_]+\)@/.test(value))
				.filter(({ name, value }) => value !== undefined && (secretName.test(name) || /:\/\/[^/@]*:[^/@]+@/.test(value)))
				.map(({ name }) => `${manifest.metadata.name}: ${name} stands in the manifest`),
		),
	);
	return [...kinds, ...values];
}

/** The ways that the policies leave open, such as `auth → agent-api:4000`; in words where a peer is none of the parts. */
export function edgesOf(manifests: readonly Manifest[]): readonly string[] {
	const Policy = z.looseObject({
		podSelector: Selector,
		ingress: z.array(z.looseObject({ from: z.array(Peer).optional(), ports: Ports })).default([]),
		egress: z.array(z.looseObject({ to: z.array(Peer).optional(), ports: Ports })).default([]),
	});
	const edges = manifests
		.filter(({ kind }) => kind === "NetworkPolicy")
		.flatMap(({ spec }) => {
			const { podSelector, ingress, egress } = Policy.parse(spec);
			const self = componentOf(podSelector.matchLabels);
			return [
				...ingress.flatMap(({ from, ports }) => namesOf(from).map((peer) => `in: ${peer} → ${self}:${portsOf(ports)}`)),
				...egress.flatMap(({ to, ports }) => namesOf(to).map((peer) => `out: ${self} → ${peer}:${portsOf(ports)}`)),
			];
		});
	return [...new Set(edges)].sort();
}

function namesOf(peers: readonly z.infer<typeof Peer>[] | undefined): readonly string[] {
	if (peers === undefined) return ["anywhere"];
	return peers.map(({ podSelector, namespaceSelector, ipBlock }) => {
		if (podSelector !== undefined) return componentOf(podSelector.matchLabels);
		return namespaceSelector?.matchLabels["kubernetes.io/metadata.name"] ?? ipBlock?.cidr ?? "anything";
	});
}

const portsOf = (ports: z.infer<typeof Ports>) => [...new Set(ports?.map(({ port }) => port))].join(",") || "*";
