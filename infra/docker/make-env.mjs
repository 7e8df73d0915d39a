// Writes .env for docker compose: `node infra/docker/make-env.mjs [--site agent.example.com]`; `--to DIR` chooses its folder. Never over
// an existing one: data is sealed with the keys in it. Runs on Node 20 without anything installed.
import { createHash, generateKeyPairSync, randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const values = readOptions();
const root = fileURLToPath(new URL("../..", import.meta.url));

/** What is empty in example.env and has to be made up. Hex, since a replica key takes no other alphabet and addresses need no escaping. */
const made = {
	...Object.fromEntries(
		"KEY_ENCRYPTION_KEY SETTINGS_KEY MCP_SECRETS_KEY PUSHER_KEY PUSHER_SECRET PROXY_SECRET REDIS_PASSWORD MONGO_REPLICA_KEY MONGO_ADMIN_PASSWORD MONGO_AUTH_PASSWORD MONGO_AGENT_PASSWORD MONGO_KNOWLEDGE_PASSWORD MONGO_TOOLS_PASSWORD GRAFANA_PASSWORD"
			.split(" ")
			.map((name) => [name, () => randomBytes(32).toString("hex")]),
	),
	...Object.fromEntries(
		["OPERATOR", "ADMIN", "MEMBER"].map((who) => [`BOOTSTRAP_${who}_PASSWORD`, () => randomBytes(18).toString("base64url")]),
	),
	...keysOfTools(),
	EXTENSION_IDS: () => extensionId(readFileSync(join(root, "apps", "extension", "manifest-key.txt"), "utf8")),
};
const chosen =
	values.site === undefined ? {} : { SITE_ADDRESS: values.site, PUBLIC_URL: `https://${values.site}`, COMPOSE_PROFILES: "tls" };

if (values.site !== undefined && !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(values.site)) {
	process.stderr.write(`${values.site} is no host name\n`);
	process.exit(2);
}
const text = readFileSync(join(root, "infra", "docker", "example.env"), "utf8")
	.split("\n")
	.map((line) => {
		const [, name, value] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
		if (name === undefined) return line;
		return `${name}=${chosen[name] ?? (value === "" && made[name] !== undefined ? made[name]() : value)}`;
	})
	.join("\n");
try {
	writeFileSync(join(values.to ?? root, ".env"), text, { mode: 0o600, flag: "wx" });
	process.stdout.write(".env is written. The first sign-in stands in it as BOOTSTRAP_OPERATOR_EMAIL and _PASSWORD.\n");
} catch (error) {
	if (error.code !== "EEXIST") throw error;
	process.stderr.write(".env is there already and stays as it is: data is sealed with its keys.\n");
	process.exitCode = 1;
}

function readOptions() {
	try {
		return parseArgs({ options: { site: { type: "string" }, to: { type: "string" } } }).values;
	} catch (error) {
		process.stderr.write(`${error.message}\nnode infra/docker/make-env.mjs [--site agent.example.com] [--to DIR]\n`);
		process.exit(2);
	}
}

/** The keys of server tools, Ed25519: agent-api signs what was approved, tool-runner checks that and signs its audit. */
function keysOfTools() {
	const quoted = (value) => `'${JSON.stringify(value)}'`;
	const [grants, audit] = [generateKeyPairSync("ed25519"), generateKeyPairSync("ed25519")];
	return {
		GRANT_SIGNING_JWK: () => quoted(grants.privateKey.export({ format: "jwk" })),
		GRANT_JWKS: () => quoted({ keys: [grants.publicKey.export({ format: "jwk" })] }),
		AUDIT_SIGNING_JWK: () => quoted(audit.privateKey.export({ format: "jwk" })),
	};
}

/** The id that Chrome gives an extension with this public key. */
function extensionId(key) {
	const digest = createHash("sha256").update(Buffer.from(key.trim(), "base64")).digest("hex").slice(0, 32);
	return [...digest].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16))).join("");
}
