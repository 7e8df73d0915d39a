import type { DocumentView } from "@webhand/contracts/knowledge/documents";
import { DocumentId } from "@webhand/contracts/knowledge/documents";
import type { CallFacts, Replies } from "./scripted-api.ts";
import { refused, unreachable } from "./scripted-api.ts";

/** What the server answers on the pages of knowledge, and who looks at them. */
type KnowledgeState = { readonly path: string; readonly as: "member" | "admin" | "operator" | "own_space"; readonly replies?: Replies };

const at = "2026-03-01T09:30:00.000Z";
const ada = `usr_${"a".repeat(22)}`;
const bob = `usr_${"b".repeat(22)}`;
const long = "Donaudampfschifffahrtsgesellschaftskapitän";
const domainId = (letter: string) => `dom_${letter.repeat(22)}`;
export const documentId = (letter: string) => DocumentId.parse(`doc_${letter.repeat(22)}`);

const domain = (letter: string, pattern: string, documents: number, by = ada) => ({
	id: domainId(letter),
	pattern,
	documents,
	by,
	createdAt: at,
});
const domains = [
	domain("a", "*.harbour-kitchen.example", 3),
	domain("b", "harbour-kitchen.example", 2, bob),
	domain("c", "localhost", 0),
	domain("d", `${long.toLowerCase().replace("ä", "ae")}.intranet.example.com`, 1, bob),
];
const manyDomains = Array.from({ length: 120 }, (_, index) => ({
	...domain("e", `site-${String(index + 1).padStart(3, "0")}.example.com`, index % 4),
	id: `dom_${String(index).padStart(22, "0")}`,
}));

const document = (letter: string, part: Partial<DocumentView> & Pick<DocumentView, "title">): DocumentView => ({
	id: documentId(letter),
	scope: "org",
	domain: "harbour-kitchen.example",
	covered: true,
	format: "markdown",
	status: "ready",
	hasActive: true,
	chunks: 12,
	bytes: 18_400,
	version: 1,
	language: "en",
	by: ada,
	createdAt: at,
	updatedAt: at,
	...part,
});
const handbook = document("a", {
	title: "How we order",
	pathPrefix: "/checkout",
	sourceUrl: "https://wiki.example.com/orders",
	version: 3,
});
const silent = document("b", {
	title: `${long} ${long}`,
	domain: "*.travel.example.com",
	covered: false,
	format: "pdf",
	chunks: 1_204,
	bytes: 4_812_000,
	by: bob,
	language: "de",
});
const noVersion = { hasActive: false, chunks: 0, bytes: 0 } as const;
const reading = document("c", { ...noVersion, title: "Returns", format: "docx", status: "processing", stage: "reading" });
const newer = document("d", { title: "Prices", format: "html", status: "processing", stage: "storing", version: 2 });
const scan = document("e", { ...noVersion, title: "Contract (scan)", format: "pdf", status: "failed", error: "NO_TEXT" });
const newerFailed = document("f", { title: "Holidays", format: "pdf", status: "failed", error: "ENCRYPTED", version: 4 });
const documents = [handbook, silent, reading, newer, scan, newerFailed];
const failures = (
	["ENCRYPTED", "NO_TEXT", "TOO_LARGE", "TIMEOUT", "MALFORMED", "TOO_MANY_CHUNKS", "FETCH_REFUSED", "FETCH_FAILED"] as const
).map((error, index) =>
	document("g", { ...noVersion, id: DocumentId.parse(`doc_${String(index).padStart(22, "0")}`), title: error, status: "failed", error }),
);

const chunk = (number: number, part: { readonly section?: string; readonly page?: number; readonly content: string }) => ({
	id: `chk_${String(number).padStart(22, "0")}`,
	charStart: number * 800,
	charEnd: number * 800 + 640,
	...part,
});
const chunks = [
	chunk(0, {
		section: "Before you order",
		page: 1,
		content: "Orders above 500 € need the approval of your lead.\n\nAsk in the channel #orders.",
	}),
	chunk(1, { section: "Checkout", page: 2, content: "Choose “Invoice”, never “Card”. The cost centre is 4711. <b>not markup</b>" }),
	chunk(2, { content: `${long.repeat(4)}` }),
	chunk(3, { section: "عربي", content: "اختر الفاتورة ثم أرسل الطلب." }),
];

const resolved = {
	allowed: true,
	domain: "harbour-kitchen.example",
	hasOrgKnowledge: true,
	context: [
		{
			id: chunks[1]?.id,
			content: chunks[1]?.content,
			documentTitle: "How we order",
			metadata: {
				scope: "org",
				domain: "harbour-kitchen.example",
				url_pattern: "harbour-kitchen.example/checkout",
				documentId: documentId("a"),
				section: "Checkout",
				page: 2,
				score: 0.032_786,
				updatedAt: at,
				sourceUrl: "https://wiki.example.com/orders",
			},
		},
		{
			id: "chk_public",
			content: "The shop opens at nine.",
			documentTitle: "Opening hours",
			metadata: { scope: "public", url_pattern: "*", documentId: documentId("p"), score: 0.016_129 },
		},
		{ id: "confluence-17", content: "From an external service.", documentTitle: long, metadata: { scope: "org", documentId: "17" } },
	],
	citations: [
		{ documentId: documentId("a"), documentTitle: "How we order", section: "Checkout", page: 2 },
		{ documentId: documentId("p"), documentTitle: "Opening hours" },
	],
};

const domainsAt = "GET /api/knowledge/domains";
const allowAt = "POST /api/knowledge/domains";
const checkAt = "POST /api/knowledge/domains/check";
const documentsAt = "GET /api/knowledge/documents";
const addAt = "POST /api/knowledge/documents";
const documentAt = "/api/knowledge/documents/:id";
const resolveAt = "GET /api/knowledge/resolve";
const knowledgeOfStep = "GET /api/agent/tasks/:taskId/actions/:stepIndex/knowledge";
const howToAt = "GET /api/agent/tasks/:taskId/how-to";

const forbidden = refused(403, "FORBIDDEN", "Only admins do this");
const broken = refused(500, "INTERNAL_ERROR", "The request failed. Try again.");
const invalid = (fields: Readonly<Record<string, string>>) =>
	refused(400, "VALIDATION_ERROR", "The request is not valid", {
		fields: Object.entries(fields).map(([field, message]) => ({ field, message })),
	});
const people: Replies = {
	"GET /api/v1/orgs/:orgId/members": {
		members: [
			{
				userId: bob,
				email: "bob@example.com",
				name: "Bob",
				role: "admin",
				status: "active",
				joinedAt: at,
				hasSecondFactor: false,
				accountStatus: "active",
			},
		],
		total: 1,
		nextCursor: null,
	},
};
const listed = { ...people, [domainsAt]: { domains, total: domains.length, nextCursor: null } };
const noDomains = { domains: [], total: 0, nextCursor: null };
const noDocuments = { documents: [], total: 0, nextCursor: null };

const shown: Replies = {
	...listed,
	[allowAt]: ({ body }: CallFacts) => {
		const { pattern, includeSubdomains } = body as { readonly pattern: string; readonly includeSubdomains?: boolean };
		if (pattern === "*.com") return invalid({ pattern: "*.com would cover the sites of everybody: name one, such as *.acme.com" });
		if (pattern === "127.0.0.1" && includeSubdomains === true) return invalid({ includeSubdomains: "an address has no subdomains" });
		if (pattern === "full.example.com") return refused(409, "LIMIT_REACHED", "At most 2000 domains");
		const added = [pattern, ...(includeSubdomains === true ? [`*.${pattern}`] : [])];
		return { domains: added.map((each) => domain("z", each, 0)), added: pattern !== "localhost" };
	},
	"DELETE /api/knowledge/domains/:id": undefined,
	[checkAt]: ({ body }: CallFacts) => {
		const url = URL.parse((body as { readonly url: string }).url);
		if (url === null) return invalid({ url: "must be an absolute http or https URL" });
		const pattern = domains.find((each) => each.pattern === url.hostname);
		return { domain: url.hostname, pattern: pattern?.pattern ?? null, documents: pattern?.documents ?? 0 };
	},
};
const pageOfDomains = ({ query }: CallFacts) => {
	const first = Number(query?.["cursor"] ?? 0);
	return { domains: manyDomains.slice(first, first + 50), total: 120, nextCursor: first + 50 < 120 ? String(first + 50) : null };
};

/** A file whose name begins with "slow" stays at 40 %; others are stored, or refused for what they are. */
const stored = ({ body, files, onProgress }: CallFacts) => {
	const { title = "", domain: host = "", url = "" } = body as Readonly<Record<string, string>>;
	const [part] = files ?? [];
	const name = part?.file.name ?? "";
	const total = 2_400_000;
	onProgress?.({ sent: 960_000, total });
	if (name.startsWith("slow")) return "never";
	onProgress?.({ sent: total, total });
	if (name.startsWith("picture")) return refused(415, "UNSUPPORTED_MEDIA_TYPE", "It is a PNG");
	if (name.startsWith("full")) return refused(409, "LIMIT_REACHED", "At most 1000 documents");
	if (host === "co.uk") return invalid({ domain: "co.uk is a public suffix: name a site, such as acme.co.uk" });
	if (url.includes("10.0.0.1")) return invalid({ url: "must be a public address" });
	const made = { ...reading, id: documentId("n"), title: title === "" ? name || "example.com" : title, domain: host || "example.com" };
	return { document: { ...made, covered: host !== "silent.example.com", stage: "waiting" }, added: !name.startsWith("again") };
};

/** Reads a document in two looks: first its chunks are stored, then it is ready. */
function readingTwice(row: DocumentView): Replies {
	let looks = 0;
	const now = (): DocumentView => {
		looks += 1;
		return looks < 2
			? { ...row, stage: "storing" }
			: { ...row, status: "ready", stage: undefined, hasActive: true, chunks: 7, bytes: 9_100 };
	};
	return { [`GET ${documentAt}`]: () => ({ document: now() }) };
}

const listOf = (rows: readonly DocumentView[]): Replies => ({
	...listed,
	[documentsAt]: { documents: rows, total: rows.length, nextCursor: null },
	[addAt]: stored,
	[`GET ${documentAt}`]: ({ params }: CallFacts) => {
		const found = rows.find(({ id }) => id === params?.["id"]);
		return found === undefined ? refused(404, "NOT_FOUND", "There is no such document") : { document: found };
	},
	[`PUT ${documentAt}`]: ({ files }: CallFacts) =>
		files?.[0]?.file.name.startsWith("full") === true
			? refused(409, "LIMIT_REACHED", "At most 50000 chunks")
			: { document: { ...handbook, status: "processing", stage: "waiting", version: 4 } },
	[`DELETE ${documentAt}`]: undefined,
	[`GET ${documentAt}/chunks`]: { chunks, total: 12, nextCursor: "c2" },
	[allowAt]: shown[allowAt],
});
const detail = (row: DocumentView, replies: Replies = {}) => ({ ...listOf([row]), ...replies });
const at1 = (row: DocumentView, part = "") => `/documents/${row.id}${part}`;
const asked = "/inspector?url=https%3A%2F%2Fharbour-kitchen.example%2Fcheckout&query=pay+the+order";
const checked = { domain: "harbour-kitchen.example", pattern: "harbour-kitchen.example", documents: 2 };
const meaningAt = "GET /api/knowledge/meaning";
const noMeaning = { trials: [] };
const measured = {
	model: "intfloat/multilingual-e5-large",
	measuredAt: "2026-03-02T09:30:00.000Z",
	trials: [
		{ language: "de", questions: 64, words: 0.71, best: 0.83, use: "fuse", weight: 0.5 },
		{ language: "en", questions: 120, words: 0.886, best: 0.886, use: "off", weight: 0 },
		{ language: "ru", questions: 12, words: 0.5, best: 0.9, use: "off", weight: 0 },
	],
};
const inspected = (replies: Replies): Replies => ({ [checkAt]: checked, [resolveAt]: resolved, [meaningAt]: noMeaning, ...replies });
const nothingFound = { ...resolved, context: [], citations: [] };

/** The pages of knowledge in each of their states. */
export const knowledgeStates: Readonly<Record<string, KnowledgeState>> = {
	domains: { path: "/domains", as: "admin", replies: shown },
	"domains-own-space": { path: "/domains", as: "own_space", replies: shown },
	"domains-many": { path: "/domains", as: "admin", replies: { ...shown, [domainsAt]: pageOfDomains } },
	"domains-empty": { path: "/domains", as: "admin", replies: { ...shown, [domainsAt]: noDomains } },
	"domains-loading": { path: "/domains", as: "admin", replies: { ...shown, [domainsAt]: "never" } },
	"domains-forbidden": { path: "/domains", as: "member", replies: { ...people, [domainsAt]: forbidden } },
	documents: { path: "/documents", as: "admin", replies: listOf(documents) },
	"documents-ready": { path: "/documents", as: "admin", replies: listOf([handbook, silent]) },
	"documents-reading": { path: "/documents", as: "admin", replies: { ...listOf([reading]), ...readingTwice(reading) } },
	"documents-failed": { path: "/documents?status=failed", as: "admin", replies: listOf(failures) },
	"documents-of-domain": { path: "/documents?domain=harbour-kitchen.example", as: "own_space", replies: listOf([handbook]) },
	"documents-public": {
		path: "/documents?scope=public",
		as: "operator",
		replies: listOf([{ ...handbook, scope: "public", domain: "*", covered: true, title: "Opening hours" }]),
	},
	"documents-empty": { path: "/documents", as: "admin", replies: { ...listOf([]), [documentsAt]: noDocuments } },
	"documents-loading": { path: "/documents", as: "admin", replies: { ...listOf([]), [documentsAt]: "never" } },
	"documents-offline": { path: "/documents", as: "admin", replies: { ...listOf([]), [documentsAt]: unreachable } },
	document: { path: at1(handbook), as: "admin", replies: detail(handbook) },
	"document-silent": { path: at1(silent), as: "admin", replies: detail(silent) },
	"document-replace": { path: at1(handbook, "/replace"), as: "admin", replies: detail(handbook) },
	"document-newer-failed": { path: at1(newerFailed), as: "admin", replies: detail(newerFailed) },
	"document-reading": {
		path: at1(reading),
		as: "admin",
		replies: detail(reading, { [`GET ${documentAt}/chunks`]: { chunks: [], total: 0, nextCursor: null } }),
	},
	"document-unknown": { path: at1(handbook), as: "admin", replies: listOf([]) },
	inspector: { path: asked, as: "admin", replies: inspected({}) },
	"inspector-meaning": {
		path: "/inspector",
		as: "admin",
		replies: inspected({
			[meaningAt]: { model: measured.model, trials: [] },
			"POST /api/knowledge/meaning/measure": measured,
		}),
	},
	"inspector-measured": { path: "/inspector", as: "admin", replies: inspected({ [meaningAt]: measured }) },
	"inspector-first": { path: "/inspector", as: "admin", replies: inspected({}) },
	"inspector-loading": { path: asked, as: "admin", replies: inspected({ [resolveAt]: "never", [checkAt]: "never" }) },
	"inspector-no-domain": {
		path: asked,
		as: "own_space",
		replies: inspected({
			[checkAt]: { ...checked, pattern: null, documents: 0 },
			[resolveAt]: { ...nothingFound, hasOrgKnowledge: false },
		}),
	},
	"inspector-no-match": { path: asked, as: "admin", replies: inspected({ [resolveAt]: nothingFound }) },
	"inspector-limited": { path: asked, as: "admin", replies: inspected({ [resolveAt]: refused(429, "RATE_LIMIT", "Too many requests") }) },
	"inspector-failed": { path: asked, as: "admin", replies: inspected({ [resolveAt]: broken }) },
	"inspector-unavailable": {
		path: asked,
		as: "admin",
		replies: inspected({
			[resolveAt]: refused(503, "SERVICE_UNAVAILABLE", "No database"),
			[checkAt]: refused(503, "SERVICE_UNAVAILABLE", "No database"),
		}),
	},
	"inspector-bad": {
		path: "/inspector?url=ftp%3A%2F%2Fexample.com",
		as: "admin",
		replies: inspected({
			[resolveAt]: invalid({ url: "must be an absolute http or https URL" }),
			[checkAt]: invalid({ url: "must be an absolute http or https URL" }),
		}),
	},
};

const used = (stepIndex: number, chunksOfStep: readonly unknown[], hasOrgKnowledge?: boolean) => ({
	stepIndex,
	used: chunksOfStep,
	...(hasOrgKnowledge === undefined ? {} : { hasOrgKnowledge }),
});
const content = [
	"# Order a kettle",
	"",
	"On harbour-kitchen.example:",
	"",
	"1. Search for the product with **Search products**.",
	"2. Open the first result.",
	"3. Press `Add to cart`.",
].join("\n");

/** What the server answers about the knowledge of a task. */
export const taskKnowledge: Replies = {
	...listed,
	[knowledgeOfStep]: ({ params }: CallFacts) =>
		params?.["stepIndex"] === 0
			? used(
					0,
					[
						{ chunkId: "chk_1", documentId: documentId("a"), documentTitle: "How we order", scope: "org", section: "Checkout", page: 2 },
						{ chunkId: "chk_2", documentId: documentId("p"), documentTitle: "Opening hours", scope: "public" },
					],
					true,
				)
			: used(Number(params?.["stepIndex"]), [], false),
	[howToAt]: { title: "Order a kettle", domain: "harbour-kitchen.example", pathPrefix: "/", content, steps: { told: 3, left: 1 } },
	[addAt]: stored,
};
export const noHowTo = refused(409, "TASK_NOT_COMPLETED", "Only a completed task becomes a how-to");
