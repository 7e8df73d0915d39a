import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { extensionId } from "../../../docker/secrets.mjs";
import { publicKey, signingKey } from "../data/keys.ts";
import type { Secrets } from "../data/secrets.ts";
import { toolsFileOf } from "../demo-workspace/workspace.ts";
import { StackError } from "../errors.ts";
import type { ChildSpec } from "../processes/child.ts";
import { notableOfService } from "../processes/notable.ts";
import type { DatabaseOwner } from "./mongo-users.ts";
import type { Ports } from "./ports.ts";

/** Addresses and values that the services are started with. */
export type StackFacts = {
	readonly root: string;
	/** The data folder. */
	readonly data: string;
	readonly ports: Ports;
	readonly secrets: Secrets;
	readonly mongoUriOf: (owner: DatabaseOwner) => string;
	readonly redisUrl: string;
	readonly extensionId: string;
	/** The caller's environment: models, proxies and programs are passed on from it, nothing else. */
	readonly environment: Readonly<Record<string, string | undefined>>;
	/** Restart when the source changes. */
	readonly isWatched: boolean;
};

export const accounts = {
	operator: { email: "operator@webhand.local", password: "operatorPassword" },
	admin: { email: "admin@webhand.local", password: "adminPassword" },
	member: { email: "member@webhand.local", password: "memberPassword" },
} as const satisfies Record<string, { readonly email: string; readonly password: keyof Secrets }>;

/** What any program needs to run here, secrets aside. */
const systemVariables =
	"PATH HOME USER LANG LC_ALL TZ TMPDIR SystemRoot TEMP HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy NODE_EXTRA_CA_CERTS SSL_CERT_FILE XDG_CACHE_HOME XDG_STATE_HOME NODE_COMPILE_CACHE LOG_LEVEL FAILPOINTS".split(
		" ",
	);

/** Settings of a service that may be set for `npm start`. They have priority over the stack's own values. */
const passedOn: Readonly<Record<DatabaseOwner, RegExp>> = {
	auth: /^(TOKEN_TTL|PERSONAL_TENANTS|EXTENSION_SOURCE|DNS_SERVERS|(MAX|PASSWORD|PROVIDER|RETENTION)_\w+)$/,
	"agent-api":
		/^((MODEL|GIGACHAT|TASK|STEP|LEASE|QUESTION|APPROVAL|RETENTION|MAX|TENANT|REALTIME|PUSHER|EVENT|LOOP|RUN|WEBHOOK|MAIL|SMTP|AGENT_TOOLS)S?_\w+|REALTIME|ALLOW_AUTO_APPROVE|(\w+_)?STEPS_PER_MINUTE)$/,
	"knowledge-proxy": /^((KNOWLEDGE|SHARD|EMBEDDING|RESOLVE|DOCUMENT|RETENTION|MAX)S?_\w+)$/,
	"tool-runner":
		/^((BWRAP|GIT|RG)_BIN|FORBIDDEN_ROOTS|TOOLS_CONFIG_FILE|(SANDBOX|AGENT_TOOLS|AUDIT|EXEC|MCP|RETENTION|MAX|TENANT|RUNNER)_\w+)$/,
};
/** Spans of time, rates and where traces and errors go may be set for every service. */
const passedOnToAll = /^(TOKEN_ISSUER|WEB_ORIGINS|ALLOWED_HOSTS|OTEL_\w+|SENTRY_DSN|\w+_(MS|SECONDS|MINUTES|HOURS|DAYS|PER_MINUTE))$/;

export function urlOf(ports: Ports, listener: keyof Ports, replica = 0): string {
	return `http://127.0.0.1:${ports[listener][replica]}`;
}

/** The part of the caller's environment that every child gets. */
export function systemEnvironment(environment: StackFacts["environment"]): Record<string, string> {
	return pick(environment, (name) => systemVariables.includes(name));
}

/** Replica 2 of one service asks replica 2 of another, so that all replicas have work; with fewer replicas it wraps around. */
function neighbour(ports: Ports, listener: DatabaseOwner, replica: number): string {
	return urlOf(ports, listener, replica % ports[listener].length);
}

/**
 * One child for each replica of a service. It gets the settings its `config.ts` names and the secrets that are its own.
 *
 * @returns `<service>`, then `<service>-2` and so on
 */
export function serviceSpecs(service: DatabaseOwner, facts: StackFacts): readonly ChildSpec[] {
	const watch = facts.isWatched ? ["--watch", "--watch-preserve-output"] : [];
	return facts.ports[service].map((port, replica) => ({
		name: replica === 0 ? service : `${service}-${replica + 1}`,
		command: process.execPath,
		args: [...watch, "--conditions=@webhand/source", join("apps", service, "src", "main.ts")],
		cwd: facts.root,
		env: {
			...systemEnvironment(facts.environment),
			...commonSettings(service, facts, replica),
			...ownSettings(service, facts, replica),
			...pick(facts.environment, (name) => passedOn[service].test(name) || passedOnToAll.test(name)),
			PORT: String(port),
		},
		show: (line) => (/^Restarting |^Completed running|^Failed running/.test(line) ? line : notableOfService(line)),
	}));
}

/** True when settings of this service were set for `npm start`: only these can be wrong, the stack's own are not. */
export function hasChosen(service: DatabaseOwner, environment: StackFacts["environment"]): boolean {
	return Object.entries(environment).some(([name, value]) => value && (passedOn[service].test(name) || passedOnToAll.test(name)));
}

function commonSettings(service: DatabaseOwner, facts: StackFacts, replica: number): Record<string, string> {
	return {
		HOST: "127.0.0.1",
		MONGODB_URI: facts.mongoUriOf(service),
		REDIS_URL: facts.redisUrl,
		AUTH_URL: neighbour(facts.ports, "auth", replica),
		PUBLIC_URL: urlOf(facts.ports, "gateway"),
		EXTENSION_IDS: facts.extensionId,
		TRUSTED_PROXIES: "127.0.0.1",
		PROXY_SECRET: facts.secrets.proxySecret,
		DRAIN_SECONDS: "0",
		// One computer runs everything here, browser and builds too, so a late event loop is no overload.
		MAX_EVENT_LOOP_DELAY_MS: "2000",
		REDIS_TIMEOUT_MS: "500",
		LOG_LEVEL: facts.environment["LOG_LEVEL"] ?? "info",
	};
}

function ownSettings(service: DatabaseOwner, facts: StackFacts, replica: number): Record<string, string> {
	const { secrets, ports } = facts;
	switch (service) {
		case "auth":
			return {
				AGENT_URL: neighbour(ports, "agent-api", replica),
				EXTENSION_SOURCE: join(facts.root, "apps/extension/.output/chrome-mv3"),
				KEY_ENCRYPTION_KEY: secrets.keyEncryptionKey,
				BOOTSTRAP_OPERATOR_EMAIL: accounts.operator.email,
				BOOTSTRAP_OPERATOR_PASSWORD: secrets.operatorPassword,
				BOOTSTRAP_ADMIN_EMAIL: accounts.admin.email,
				BOOTSTRAP_ADMIN_PASSWORD: secrets.adminPassword,
				BOOTSTRAP_MEMBER_EMAIL: accounts.member.email,
				BOOTSTRAP_MEMBER_PASSWORD: secrets.memberPassword,
				BOOTSTRAP_ORGANIZATION: "Demo",
				// Hashing and signature checks share the pool, and two hashes run at once.
				UV_THREADPOOL_SIZE: "8",
			};
		case "agent-api":
			return {
				SETTINGS_KEY: secrets.settingsKey,
				PUSHER_KEY: secrets.pusherKey,
				PUSHER_SECRET: secrets.pusherSecret,
				KNOWLEDGE_URL: neighbour(ports, "knowledge-proxy", replica),
				TOOL_RUNNER_URL: neighbour(ports, "tool-runner", replica),
				AGENT_TOOLS_ENABLED: "true",
				ALLOW_AUTO_APPROVE: "true",
				GRANT_SIGNING_JWK: JSON.stringify(signingKey(secrets.grantKey)),
				MODEL_PROVIDER: "rules",
			};
		case "knowledge-proxy":
			return {};
		case "tool-runner":
			return {
				AGENT_TOOLS_ENABLED: "true",
				FORBIDDEN_ROOTS: ownFolders(facts).join(","),
				...(existsSync(toolsFileOf(facts.data)) && { TOOLS_CONFIG_FILE: toolsFileOf(facts.data) }),
				GRANT_JWKS: JSON.stringify({ keys: [publicKey(secrets.grantKey)] }),
				AUDIT_SIGNING_JWK: JSON.stringify(signingKey(secrets.auditKey)),
				MCP_SECRETS_KEY: secrets.mcpSecretsKey,
				DATA_DIR: join(facts.data, "tool-runner", String(replica + 1)),
			};
	}
}

/** Code and data of the stack, which are no workspaces; those lie in `workspaces` of the data folder. The setting has no way to name a comma. */
function ownFolders({ root, data }: StackFacts): readonly string[] {
	const code = ["apps", "packages", "infra", "node_modules", ".runtime", ".git"].map((name) => join(root, name));
	const own = ["mongo", "redis", "logs", "chromium", "tool-runner"].map((name) => join(data, name));
	return [...code, ...own].filter((folder) => !folder.includes(","));
}

/**
 * The id Chrome gives an extension with this public key.
 *
 * @throws StackError when the key file is missing or no key
 */
export function readExtensionId(root: string): string {
	const path = join(root, "apps", "extension", "manifest-key.txt");
	const key = Buffer.from(readFileSync(path, "utf8").trim(), "base64");
	if (key.length < 100) throw new StackError(`${path} holds no public key`);
	return extensionId(key);
}

function pick(environment: StackFacts["environment"], isWanted: (name: string) => boolean): Record<string, string> {
	return Object.fromEntries(
		Object.entries(environment).flatMap(([name, value]) => (value !== undefined && value !== "" && isWanted(name) ? [[name, value]] : [])),
	);
}
