// What an installation keeps secret, made up once: for .env of docker compose and for the Secret of the Helm chart.
import { createHash, generateKeyPairSync, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** One function for each value that has to be made up. Hex, since a replica key takes no other alphabet and addresses need no escaping. */
export const makers = {
	...Object.fromEntries(
		"KEY_ENCRYPTION_KEY SETTINGS_KEY MCP_SECRETS_KEY PUSHER_KEY PUSHER_SECRET PROXY_SECRET REDIS_PASSWORD MONGO_REPLICA_KEY MONGO_ADMIN_PASSWORD MONGO_AUTH_PASSWORD MONGO_AGENT_PASSWORD MONGO_KNOWLEDGE_PASSWORD MONGO_TOOLS_PASSWORD GRAFANA_PASSWORD"
			.split(" ")
			.map((name) => [name, () => randomBytes(32).toString("hex")]),
	),
	...Object.fromEntries(
		["OPERATOR", "ADMIN", "MEMBER"].map((who) => [`BOOTSTRAP_${who}_PASSWORD`, () => randomBytes(18).toString("base64url")]),
	),
	...keysOfTools(),
	EXTENSION_IDS: ownExtensionId,
};

/** The keys of server tools, Ed25519 as JSON: agent-api signs what was approved, tool-runner checks that and signs its audit. */
function keysOfTools() {
	const [grants, audit] = [generateKeyPairSync("ed25519"), generateKeyPairSync("ed25519")];
	return {
		GRANT_SIGNING_JWK: () => JSON.stringify(grants.privateKey.export({ format: "jwk" })),
		GRANT_JWKS: () => JSON.stringify({ keys: [grants.publicKey.export({ format: "jwk" })] }),
		AUDIT_SIGNING_JWK: () => JSON.stringify(audit.privateKey.export({ format: "jwk" })),
	};
}

/** The id of the extension that this checkout builds. */
export function ownExtensionId() {
	return extensionId(Buffer.from(readFileSync(join(root, "apps", "extension", "manifest-key.txt"), "utf8").trim(), "base64"));
}

/**
 * The id that Chrome gives an extension.
 *
 * @param {Buffer} spki its public key
 */
export function extensionId(spki) {
	const digest = createHash("sha256").update(spki).digest("hex").slice(0, 32);
	return [...digest].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16))).join("");
}
