// A feature may use the engine of another, and the types of its store. Each pair needs a reason; nothing else crosses a feature's folder.

type FeaturePair = {
	readonly service: "auth" | "agent-api" | "knowledge-proxy" | "tool-runner";
	readonly from: string;
	readonly to: string;
	readonly files: string;
	readonly reason: string;
};

/** Who may use whom, for `.dependency-cruiser.mjs`. `files`: what of the other folder, as a regular expression without `.ts`. */
export const featurePairs: readonly FeaturePair[] = [
	{
		service: "auth",
		from: "sign-in",
		to: "accounts",
		files: "store|email",
		reason: "signing in reads the account that an email belongs to",
	},
	{ service: "auth", from: "sign-in", to: "sessions", files: "engine", reason: "a good sign-in starts a session" },
	{ service: "auth", from: "sign-in", to: "audit", files: "store|caller", reason: "every try to sign in leaves a row" },
	{ service: "auth", from: "sessions", to: "accounts", files: "store", reason: "a session names its person and tenant" },
	{ service: "auth", from: "sessions", to: "audit", files: "store|caller", reason: "every end of a session leaves a row" },
	{ service: "auth", from: "sessions", to: "keys", files: "engine", reason: "the token of a session is signed" },
	{
		service: "agent-api",
		from: "steps",
		to: "decider",
		files: "decider|spending|turn",
		reason: "a step asks the decider, which is one interface",
	},
	{
		service: "agent-api",
		from: "steps",
		to: "outbox",
		files: "store",
		reason: "a step marks what it put on the wire, the relay claims the rest",
	},
	{
		service: "agent-api",
		from: "outbox",
		to: "steps",
		files: "task/record/writes",
		reason: "the outbox holds the events that steps wrote",
	},
	{ service: "knowledge-proxy", from: "resolve", to: "domains", files: "store", reason: "allowed domains say when org knowledge is asked" },
	{ service: "knowledge-proxy", from: "resolve", to: "provider", files: "provider", reason: "who is asked stands behind one interface" },
	{
		service: "knowledge-proxy",
		from: "resolve",
		to: "index",
		files: "passage",
		reason: "a passage is what every part of this service hands on",
	},
	{
		service: "knowledge-proxy",
		from: "provider",
		to: "documents",
		files: "store",
		reason: "the embedded provider reads our own documents",
	},
	{ service: "knowledge-proxy", from: "provider", to: "index", files: "passage|rank", reason: "the embedded provider ranks what it read" },
	{ service: "knowledge-proxy", from: "documents", to: "index", files: "passage", reason: "a document is stored in passages" },
	{
		service: "agent-api",
		from: "sessions",
		to: "steps",
		files: "task/record/writes",
		reason: "a chat is moved by what a step means for it",
	},
	{
		service: "agent-api",
		from: "runs",
		to: "steps",
		files: "engine|ports|store|facts/own-secrets|task/(task|idle|record/writes|secrets/(said|sealing|mask))",
		reason: "a run is another door to the same task",
	},
	{
		service: "agent-api",
		from: "models",
		to: "decider",
		files: "create|decider|llm/(settings|provider/(address|watch))",
		reason: "a tenant's choice becomes a decider of its own",
	},
	{ service: "agent-api", from: "tasks", to: "steps", files: "task/(task|idle)", reason: "a trace shows what a step stored" },
	{ service: "agent-api", from: "tasks", to: "audit", files: "store", reason: "who reads a trace is noted" },
	{ service: "agent-api", from: "models", to: "audit", files: "store", reason: "who chooses a model is noted" },
];
