import { createHash, randomBytes } from "node:crypto";
import { addDocumentRoute } from "@webhand/contracts/knowledge/documents";
import { RetrieveReply } from "@webhand/contracts/knowledge/retrieve";
import { poll } from "@webhand/testing/poll";
import type { Row } from "../../report.ts";
import { quantile } from "../../stats.ts";
import type { Admin, World } from "../world.ts";
import type { Extent } from "./generated.ts";
import { chunksOf, placesOf, questionsOf } from "./generated.ts";

const chunksOfDocument = 100;
const questions = 400;
const cold = { domains: 5, chunks: 500 } as const;
const megabyte = 1_000_000;
const goals = { warmP50: 3, warmP99: 20, cachedP50: 1, coldMs: 600, searchableMs: 3_000 } as const;
const searchableLimitMs = 60_000;

/** The service over HTTP with the chunks of one tenant in its database. Times are the service's own, unless the name says otherwise. */
export async function measureService({ newAdmin, db }: World, extent: Extent): Promise<readonly Row[]> {
	const admin = await newAdmin();
	const host = (place: string) => `${place.replace("/", "-")}.bench.example`;
	await admin.call("POST", "/api/knowledge/domains", { pattern: "bench.example", includeSubdomains: true });
	const places = placesOf({ ...extent, tenants: 1 });
	for (const place of places) await store({ db, admin, place, host: host(place), chunks: extent.chunks });
	const ask = async (place: string, query: string) => {
		const started = performance.now();
		const reply = RetrieveReply.parse(await admin.call("POST", "/internal/retrieve", { url: `https://${host(place)}/`, query }));
		if (reply.status !== "ok") throw new Error(`The service answered with ${reply.status}`);
		return { inside: reply.tookMs, outside: performance.now() - started, chunks: reply.chunks.length };
	};
	for (const place of places) await ask(place, "first question of the place");
	const asked = questionsOf({ ...extent, tenants: 1 }, questions).map(({ places: [place = ""], words }) => ({ place, words }));
	const [warm, cached]: [Awaited<ReturnType<typeof ask>>[], Awaited<ReturnType<typeof ask>>[]] = [[], []];
	for (const { place, words } of asked) {
		warm.push(await ask(place, words));
		cached.push(await ask(place, words));
	}
	if (warm.every(({ chunks }) => chunks === 0)) throw new Error("The service found nothing");
	const inside = (answers: typeof warm) => answers.map((answer) => answer.inside);
	return [
		rowOf("retrieve warm p50", quantile(inside(warm), 0.5), goals.warmP50),
		rowOf("retrieve warm p99", quantile(inside(warm), 0.99), goals.warmP99),
		rowOf("retrieve cached p50", quantile(inside(cached), 0.5), goals.cachedP50),
		rowOf(
			"retrieve warm p50, over HTTP",
			quantile(
				warm.map(({ outside }) => outside),
				0.5,
			),
			null,
		),
		await measureCold({ newAdmin, db }),
		await measureSearchable(await newAdmin()),
	];
}

const rowOf = (name: string, ours: number, goal: number | null): Row => ({
	name,
	ours,
	peer: null,
	ratio: null,
	goal,
	better: "lower",
	unit: "ms",
});

/** The first question to a domain of 500 chunks, over HTTP. */
async function measureCold({ newAdmin, db }: Pick<World, "newAdmin" | "db">): Promise<Row> {
	const times: number[] = [];
	for (let index = 0; index < cold.domains; index += 1) {
		const admin = await newAdmin();
		await admin.call("POST", "/api/knowledge/domains", { pattern: "cold.example" });
		await store({ db, admin, place: `cold/${index}`, host: "cold.example", chunks: cold.chunks });
		const [{ content = "" } = {}] = chunksOf(`cold/${index}`, 1);
		const query = content.split(" ").slice(0, 5).join(" ");
		const started = performance.now();
		const asked = await admin.call("POST", "/internal/retrieve", { url: "https://cold.example/", query });
		times.push(performance.now() - started);
		const { status, chunks } = RetrieveReply.parse(asked);
		if (status !== "ok" || chunks.length === 0)
			throw new Error(`The first question was answered with ${status} and ${chunks.length} chunks`);
	}
	return rowOf(`first question to ${cold.chunks} chunks, over HTTP`, quantile(times, 0.5), goals.coldMs);
}

/** From the upload of 1 MB of Markdown to the first answer from it, over HTTP. */
async function measureSearchable(admin: Admin): Promise<Row> {
	await admin.call("POST", "/api/knowledge/domains", { pattern: "upload.example" });
	let content = "";
	for (const chunk of chunksOf("upload/0", 2_000)) {
		content += `## ${chunk.section}\n\n${chunk.content}\n\n`;
		if (content.length >= megabyte) break;
	}
	const started = performance.now();
	await admin.call("POST", addDocumentRoute.path, { title: "A long handbook", domain: "upload.example", format: "markdown", content });
	await poll(
		async () => {
			const asked = await admin.call("POST", "/internal/retrieve", { url: "https://upload.example/", query: "long handbook" });
			return RetrieveReply.parse(asked).chunks.length > 0;
		},
		{ limitMs: searchableLimitMs },
	);
	return rowOf("1 MB of Markdown is searchable, over HTTP", performance.now() - started, goals.searchableMs);
}

type Stock = { readonly db: World["db"]; readonly admin: Admin; readonly place: string; readonly host: string; readonly chunks: number };

/** Puts chunks into the database as the service does: uploads of so many would take longer than the measurement. */
async function store({ db, admin: { tenantId }, place, host, chunks }: Stock): Promise<void> {
	const rows = [...chunksOf(place, chunks)];
	for (let first = 0; first < rows.length; first += chunksOfDocument) {
		const some = rows.slice(first, first + chunksOfDocument);
		const documentId = `doc_${randomBytes(11).toString("hex")}`;
		const common = { tenantId, documentId, version: 1, domain: host };
		await db.collection<{ _id: string }>("chunks").insertMany(
			some.map(({ content, section }, n) => ({
				...common,
				_id: `chk_${randomBytes(11).toString("hex")}`,
				n,
				content,
				section,
				charStart: 0,
				charEnd: content.length,
				hash: createHash("sha256").update(content).digest("hex"),
			})),
		);
		const at = new Date();
		await db.collection<{ _id: string }>("documents").insertOne({
			_id: documentId,
			tenantId,
			title: some[0]?.title ?? "",
			domain: host,
			format: "markdown",
			status: "ready",
			sha256: documentId,
			version: 1,
			active: { version: 1, chunks: some.length, bytes: 100_000, language: "en" },
			by: "usr_bench",
			createdAt: at,
			updatedAt: at,
		} as { _id: string });
	}
}
