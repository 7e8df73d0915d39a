// Writes the Secret of the chart as a manifest: node infra/helm/make-secret.mjs | kubectl create -f - . Keys are made up anew each time, so
// `create` refuses to replace those that data is sealed with. Runs on Node 20 without anything installed.
import { parseArgs } from "node:util";
import { addressOfDatabase } from "../docker/mongo-address.mjs";
import { makers } from "../docker/secrets.mjs";

const usage = `node infra/helm/make-secret.mjs [options] | kubectl --namespace webhand create -f -
  --name NAME      of the Secret, existingSecret of the values (webhand)
  --release NAME   of the Helm release, which the bundled databases are named after (webhand)
  --mongodb URI    your replica set; each service gets a database of its own there; without it the bundled MongoDB
  --redis URL      your Redis; without it the bundled one
  --operator EMAIL of the first person, who invites the others (operator@webhand.local)`;

const values = readOptions();
const { name = "webhand", release = "webhand", mongodb, redis, operator = "operator@webhand.local" } = values;
refuse("--mongodb", mongodb === undefined || addressOfDatabase(mongodb, "webhand") !== undefined);
refuse("--redis", redis === undefined || /^rediss?:\/\/./.test(redis));

const made = (names) => Object.fromEntries(names.split(" ").map((each) => [each, makers[each]()]));
const passwords = made("MONGO_AUTH_PASSWORD MONGO_AGENT_PASSWORD MONGO_KNOWLEDGE_PASSWORD MONGO_TOOLS_PASSWORD");
const redisPassword = makers.REDIS_PASSWORD();
/** Each service has a database of its own. The bundled MongoDB has a user for each, too; in yours they share the one of the address. */
const addressOf = (user, part) =>
	mongodb !== undefined
		? addressOfDatabase(mongodb, user)
		: `mongodb://${user}:${passwords[`MONGO_${part}_PASSWORD`]}@${release}-mongo:27017/${user}?replicaSet=rs0&authSource=admin`;

const secret = {
	apiVersion: "v1",
	kind: "Secret",
	metadata: { name },
	type: "Opaque",
	stringData: {
		AUTH_MONGODB_URI: addressOf("webhand_auth", "AUTH"),
		AGENT_MONGODB_URI: addressOf("webhand_agent", "AGENT"),
		KNOWLEDGE_MONGODB_URI: addressOf("webhand_knowledge", "KNOWLEDGE"),
		TOOLS_MONGODB_URI: addressOf("webhand_tools", "TOOLS"),
		REDIS_URL: redis ?? `redis://:${redisPassword}@${release}-redis:6379`,
		...(mongodb === undefined && { ...made("MONGO_REPLICA_KEY MONGO_ADMIN_PASSWORD"), ...passwords }),
		...(redis === undefined && { REDIS_PASSWORD: redisPassword }),
		...made("KEY_ENCRYPTION_KEY SETTINGS_KEY PUSHER_KEY PUSHER_SECRET PROXY_SECRET MCP_SECRETS_KEY"),
		...made("GRANT_SIGNING_JWK GRANT_JWKS AUDIT_SIGNING_JWK"),
		BOOTSTRAP_OPERATOR_EMAIL: operator,
		...made("BOOTSTRAP_OPERATOR_PASSWORD"),
	},
};
process.stdout.write(`${JSON.stringify(secret, null, 2)}\n`);

function refuse(option, isGood) {
	if (isGood) return;
	process.stderr.write(`${option} is no address\n${usage}\n`);
	process.exit(2);
}

function readOptions() {
	const text = { type: "string" };
	try {
		return parseArgs({ options: { name: text, release: text, mongodb: text, redis: text, operator: text } }).values;
	} catch (error) {
		process.stderr.write(`${error.message}\n${usage}\n`);
		process.exit(2);
	}
}
