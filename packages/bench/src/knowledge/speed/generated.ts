/** A generated chunk. `place` is a tenant and one of its domains: what a search is limited to. */
export type GeneratedChunk = {
	readonly id: string;
	readonly place: string;
	readonly document: string;
	readonly title: string;
	readonly section: string;
	readonly content: string;
};

/** How many tenants, domains of each, and chunks of each domain. */
export type Extent = { readonly tenants: number; readonly domains: number; readonly chunks: number };

/** A question within some places: a host's own domain, a pattern above it, and what is public. */
export type GeneratedQuestion = { readonly places: readonly string[]; readonly words: string };

const vocabulary = 20_000;
const wordsOfChunk = 130;
const chunksOfDocument = 10;
const placesOfQuestion = 3;
const syllables = "ba ce di fo gu har jem kin lor mus nap rel sit ton vul wex yor zan bre cla dri flo gru ple".split(" ");
const endings = ["", "", "s", "ing", "ed", "er", "ation"];

/** The places of an extent. */
export function placesOf({ tenants, domains }: Extent): readonly string[] {
	return Array.from({ length: tenants * domains }, (_, index) => `${Math.floor(index / domains)}/${index % domains}`);
}

/** The chunks of a place, 10 to a document. The second most frequent word comes half as often as the first, as in a language. Same place, same text. */
export function* chunksOf(place: string, count: number): Generator<GeneratedChunk> {
	const random = createRandom(place);
	for (let n = 0; n < count; n += 1) {
		const document = `${place}/${Math.floor(n / chunksOfDocument)}`;
		const titles = createRandom(document);
		const title = sentence(titles, 4);
		yield { id: `${place}/${n}`, place, document, title, section: sentence(random, 3), content: sentence(random, wordsOfChunk) };
	}
}

/** Questions over all places in a fixed order, of two to five words. */
export function questionsOf(extent: Extent, count: number): readonly GeneratedQuestion[] {
	const places = placesOf(extent);
	const random = createRandom("questions");
	return Array.from({ length: count }, () => {
		const first = Math.floor(random() * (places.length - placesOfQuestion));
		return { places: places.slice(first, first + placesOfQuestion), words: sentence(random, 2 + Math.floor(random() * 4)) };
	});
}

function sentence(random: () => number, words: number): string {
	// A rank that is even on a logarithmic scale follows Zipf's law.
	return Array.from({ length: words }, () => wordAt(Math.floor(vocabulary ** random()), random)).join(" ");
}

function wordAt(rank: number, random: () => number): string {
	let stem = "";
	for (let rest = rank + 25; rest > 0; rest = Math.floor(rest / syllables.length)) stem += syllables[rest % syllables.length];
	return stem + endings[Math.floor(random() * endings.length)];
}

/** Mulberry32, seeded by a text. */
function createRandom(seed: string): () => number {
	let state = 0;
	for (const letter of seed) state = (Math.imul(state, 31) + letter.charCodeAt(0)) >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}
