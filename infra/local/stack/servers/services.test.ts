import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { z } from "zod";
import { makeFakeCheckout } from "../../test/fixture/fake-checkout.ts";
import { fakeMachine } from "../../test/fixture/machine.ts";
import type { Secrets } from "../data/secrets.ts";
import type { DatabaseOwner } from "./mongo-users.ts";
import { databases } from "./mongo-users.ts";
import type { Ports } from "./ports.ts";
import type { StackFacts } from "./services.ts";
import { readExtensionId, serviceSpecs } from "./services.ts";

const secretNames = [
	"operatorPassword",
	"adminPassword",
	"memberPassword",
	"keyEncryptionKey",
	"settingsKey",
	"pusherKey",
	"pusherSecret",
	"mcpSecretsKey",
	"mongoAuthPassword",
	"proxySecret",
];
const seed = Buffer.alloc(32, 5).toString("base64url");
const secrets = { ...Object.fromEntries(secretNames.map((name) => [name, `secret-${name}`])), grantKey: seed, auditKey: seed } as Secrets;
const ports: Ports = {
	gateway: [8787],
	"demo-site": [8788],
	mongod: [8789],
	redis: [8790],
	auth: [4001, 5001],
	"agent-api": [4000],
	"knowledge-proxy": [4002],
	"tool-runner": [4003],
};
const owners = Object.keys(databases) as DatabaseOwner[];
const facts: StackFacts = {
	root: "/repo",
	data: "/repo/.webhand",
	ports,
	secrets,
	redisUrl: "redis://:secret-redisPassword@127.0.0.1:8790",
	extensionId: "a".repeat(32),
	isWatched: false,
	mongoUriOf: (owner) => `mongodb://${databases[owner].name}:secret-${databases[owner].password}@127.0.0.1:8789/`,
	environment: { PATH: "/bin", MODEL_PROVIDER: "openai", MODEL_API_KEY: "sk-1", AWS_SECRET_ACCESS_KEY: "not yours", npm_config_x: "y" },
};
const environmentOf = (owner: DatabaseOwner) => serviceSpecs(owner, facts)[0]?.env ?? {};
/** The stand-ins above say whose they are; these have the form that the services demand. */
const key = Buffer.alloc(32, 7).toString("base64url");
const realKeys = { KEY_ENCRYPTION_KEY: key, SETTINGS_KEY: key, MCP_SECRETS_KEY: key, MODEL_NAME: "gpt", MODEL_PROVIDER: "openai" };
test("of the caller's environment only what is named is passed on, and no secret stands on a command line", () => {
	for (const owner of owners) {
		expect(environmentOf(owner)).not.toHaveProperty("AWS_SECRET_ACCESS_KEY");
		expect(environmentOf(owner)["PATH"]).toBe("/bin");
		for (const { args } of serviceSpecs(owner, facts)) expect(args.join(" ")).not.toContain("secret-");
	}
	expect(environmentOf("agent-api")["MODEL_PROVIDER"]).toBe("openai");
	expect(environmentOf("auth")).not.toHaveProperty("MODEL_PROVIDER");
});

const settingsOf = async (owner: DatabaseOwner) => {
	const file = join(import.meta.dirname, "..", "..", "..", "..", "apps", owner, "src", "config.ts");
	return ((await import(/* @vite-ignore */ file)) as { Settings: z.ZodObject }).Settings;
};

test("every setting of a service is the stack's own, or the caller's to choose: none is silently ignored", async () => {
	for (const owner of owners) {
		const chosen = Object.keys((await settingsOf(owner)).shape).filter((name) => environmentOf(owner)[name] === undefined);
		const environment = Object.fromEntries(chosen.map((name) => [name, `my ${name}`]));
		const given = serviceSpecs(owner, { ...facts, environment })[0]?.env;
		for (const name of chosen) expect(given?.[name], `${owner} ${name}: name it in passedOn of services.ts`).toBe(environment[name]);
	}
});

test("every setting that a service calls a secret is made up for it, and all its settings are accepted", async () => {
	for (const owner of owners) {
		const Settings = await settingsOf(owner);
		const environment = { ...environmentOf(owner), ...realKeys };
		const secretNamesOf = Object.keys(Settings.shape).filter((name) => (Settings.shape[name] as z.ZodType).meta()?.["secret"] === true);
		for (const name of secretNamesOf) expect(environmentOf(owner), owner).toHaveProperty(name);
		expect(Settings.safeParse(environment).error, owner).toBeUndefined();
	}
});

test("without a model the rules decide", () => {
	const [spec] = serviceSpecs("agent-api", { ...facts, environment: {} });
	expect(spec?.env["MODEL_PROVIDER"]).toBe("rules");
});

test("replicas have names and ports of their own, and in dev mode services restart with their source", () => {
	expect(serviceSpecs("auth", facts).map(({ name, env }) => [name, env["PORT"]])).toEqual([
		["auth", "4001"],
		["auth-2", "5001"],
	]);
	expect(serviceSpecs("auth", { ...facts, isWatched: true })[0]?.args[0]).toBe("--watch");
	const authOf = (replicas: number) =>
		serviceSpecs("agent-api", {
			...facts,
			ports: { ...ports, "agent-api": Array.from({ length: replicas }, (_, index) => 6_000 + index) },
		}).map(({ env }) => env["AUTH_URL"]?.slice(-4));
	expect(authOf(3)).toEqual(["4001", "5001", "4001"]);
});

test("the extension's id is the one Chrome derives from its public key", () => {
	const checkout = makeFakeCheckout(fakeMachine().root);
	const id = readExtensionId(checkout);
	const key = Buffer.from(readFileSync(join(checkout, "apps", "extension", "manifest-key.txt"), "utf8"), "base64");
	const digits = createHash("sha256").update(key).digest("hex").slice(0, 32);
	expect(id).toMatch(/^[a-p]{32}$/);
	expect(id.replace(/./g, (letter) => "0123456789abcdef"["abcdefghijklmnop".indexOf(letter)] ?? "?")).toBe(digits);
});
