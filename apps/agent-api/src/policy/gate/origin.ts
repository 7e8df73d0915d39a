import { isDenying } from "@webhand/lexicon/denials";
import { fold, splitWords, wordSet } from "@webhand/lexicon/text";
import { authorOfAddress, isRegistered, siteOfAddress } from "@webhand/page/site";

/** Where an address on the web leads; `site` as of `siteOfAddress`. */
export type WebTarget = { readonly kind: "web"; readonly host: string; readonly site: string; readonly url: URL };

/** A URL as the gate needs it; `none` for pages without a site (`about:`, `chrome:`), `refused` for what must never be opened. */
export type Target = WebTarget | { readonly kind: "none" } | { readonly kind: "refused"; readonly reason: string };

/**
 * Reads where an absolute URL leads.
 *
 * @returns `refused` for other schemes than http and https, for user or password in the URL, for script URLs
 * @throws never
 */
export function readTarget(url: string): Target {
	if (!URL.canParse(url)) return { kind: "refused", reason: "not a URL" };
	const parsed = new URL(url);
	if (parsed.protocol === "about:" || parsed.protocol === "chrome:") return { kind: "none" };
	if (parsed.protocol !== "http:" && parsed.protocol !== "https:")
		return { kind: "refused", reason: `scheme ${parsed.protocol} is not allowed` };
	if (parsed.username !== "" || parsed.password !== "") return { kind: "refused", reason: "user or password in the URL" };
	return { kind: "web", host: parsed.hostname, site: siteOf(parsed.host), url: parsed };
}

/** The site of a page, "" when it has none. */
export function pageSite(url: string): string {
	const target = readTarget(url);
	return target.kind === "web" ? target.site : "";
}

/** The site of a host, with its port where it has one; the host itself where it is none. */
export function siteOf(host: string): string {
	return siteOfAddress(host) ?? host;
}

/** Sites that a task may act on: that of its first page, and hosts that the user names. @throws never */
export function taskOrigins(firstUrl: string, query: string): readonly string[] {
	const authors = [firstUrl, ...(query.match(writtenOut) ?? [])].map((url) => authorOfAddress(url) ?? "");
	return [...new Set([pageSite(firstUrl), ...hostsIn(query).map(siteOf), ...authors.filter(isPath)])].filter((site) => site !== "");
}

const writtenOut = /https?:\/\/[^\s"'”’“»<>]+/giu;
const isPath = (author: string) => author.includes("/");

/** False on a host that many authors share, for a page of another author than those of the task. @throws never */
export function isTaskAuthor(url: string, { origins }: { readonly origins: readonly string[] }): boolean {
	const author = authorOfAddress(url) ?? "";
	return !isPath(author) || origins.includes(author);
}

/** True for a site that the task began on, or that the user named by its host or allowed. */
export function isTaskSite(site: string, { origins }: { readonly origins: readonly string[] }): boolean {
	return origins.includes(site);
}

/**
 * True for a site that the user names without its ending ("on Wikipedia"). Another site may have the same name: it may be read, never be
 * told a secret. The name of a shared host names nobody. @throws never
 */
export function isNamedSite(site: string, query: string): boolean {
	return isRegistered(site) && isPlaceIn(query, site.split(".")[0] ?? "");
}

const hosts =
	/(?<![@\p{L}\p{N}.-])(https?:\/\/)?((?:[\p{L}\p{N}-]+\.)+[\p{L}]{2,}|localhost|\d{1,3}(?:\.\d{1,3}){3})(:\d{1,5})?(?=([/:])|[\s"'”’“»),.;!?、。，」]|$)/giu;
const addresses = /(?<!\S)\S+@\S+|https?:\/\/\S+/giu;

// Endings of files. Some are top-level domains too, and count as such only where the address is written out.
const fileEndings = wordSet(
	"pdf zip md rs py sh js ts tsx jsx mjs json html htm css csv txt rtf doc docx odt xls xlsx ods ppt pptx key pages numbers",
	"png jpg jpeg gif svg webp heic mp3 mp4 mov avi wav exe dmg iso apk tar gz tgz rar xml yml yaml toml ini log bak sql java jar cpp php pl ps",
);
const beforeVersion =
	/(?<!\p{L})(?:v|ver|version|versions|versión|versione|versão|версия|версии|release|build|firmware|update|upgrade)[.:]?\s+(?:\S+\s+)?$/iu;

/**
 * The hosts that a text names as places. Left out: a denied one ("never go to evil.example"), a file name, a version number, the host of a
 * mail address. @throws never
 */
export function hostsIn(text: string): readonly string[] {
	return placesIn(text).map(({ host }) => host);
}

/** The same with where each stands. @throws never */
export function placesIn(text: string): readonly { readonly host: string; readonly start: number; readonly end: number }[] {
	return [...text.matchAll(hosts)].flatMap(({ 0: whole, 1: scheme, 2: host = "", 3: port = "", 4: behind, index }) => {
		const isWrittenOut = scheme !== undefined || port !== "" || behind !== undefined || /^www\./i.test(host);
		const isFile = fileEndings.has(host.split(".").at(-1)?.toLowerCase() ?? "");
		const isVersion = /^[\d.]+$/.test(host) && beforeVersion.test(text.slice(Math.max(0, index - maxLead), index));
		if ((isFile || isVersion) && !isWrittenOut) return [];
		return isDeniedAt(text, { start: index, end: index + whole.length })
			? []
			: [{ host: `${host}${port}`, start: index, end: index + whole.length }];
	});
}

const goVerbs = [
	"open visit browse launch",
	"öffne öffnen besuche besuchen",
	"ouvre ouvrez ouvrir visite visitez visiter",
	"abre abra abrir visita visitar",
	"apri aprire visitare",
	"acesse acessar",
	"открой откройте открыть посети посетить",
].flatMap((line) => line.split(" "));
const goPhrases = [
	"(?:go|navigate|browse|head|switch|return|back|over|(?:take|bring|get) me|(?:log|sign)(?:ged|ned)? ?in) (?:to|on)",
	"(?:geh|gehe|gehen|wechsle|wechseln|navigiere|zurück) (?:zu|zur|nach)",
	"(?:va|allez|aller) à",
	"(?:ve|ir|vaya|entra|entrar) a",
	"(?:vai|andare) a",
	"(?:vá|ir|vai) (?:a|ao|para)",
];
const prepositions = "on at from via through auf bei von sur chez depuis en desde su em на в из с".split(" ");
const isPlaceBefore = new RegExp(
	`(?<![\\p{L}\\p{N}'’-])(?:${[...goVerbs, ...goPhrases, ...prepositions].join("|")})(?<isOfTheSite> (?:the|die|der|den|le|la|el|il|lo|o))?$|(?:打开|访问|前往|进入|在|去|到)$`,
	"u",
);
// "Click on Settings" presses a control, it names no site.
const isControlBefore =
	/(?<!\p{L})(?:click|clicks|clicking|tap|press|push|hit|look|looks|looking|klick|klicke|klicken|tippe|tippen|drück|drücke|drücken|cliquez?|cliquer|appuie|appuyez|pulsa|clicca|clique|clicar|нажми|нажать|кликни) (?:on|at|auf|sur|en|su|em|на)$/u;
const isPartOfPage =
	/^ (?:page|tab|menu|dialog|section|panel|button|link|view|list|file|folder|field|icon|row|seite|reiter|menü|schaltfläche|bouton|onglet|botón|pulsante|botão|кнопку|вкладку)s?(?!\p{L})/u;
const isSiteBehind = /^ (?:(?:web ?)?site|homepage)(?!\p{L})/u;
/** Shorter names stand in any text by chance. */
const minName = 3;
/** Longer than any phrase that leads to a place, and than any clause that denies one. */
const [maxLead, maxClause] = [80, 400];

/**
 * True when a text names a place to go to: "on Wikipedia", "öffne Wikipedia", "the Wikipedia website". A control ("click on Settings"), a
 * part of a page ("open Settings page") and a denied name are no places. @throws never
 */
export function isPlaceIn(text: string, name: string): boolean {
	if (name.length < minName) return false;
	const folded = fold(text.replaceAll(addresses, " · "));
	const named = new RegExp(
		`(?<!(?![\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}])[\\p{L}\\p{N}_.@/-])${escape(fold(name))}(?![\\p{N}_@/-]|(?![\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}])\\p{L}|\\.[\\p{L}\\p{N}])`,
		"gu",
	);
	return [...folded.matchAll(named)].some(({ 0: whole, index }) => {
		const before = folded
			.slice(Math.max(0, index - maxLead), index)
			.replace(/["“„«'(]+$/u, "")
			.trimEnd();
		const behind = folded.slice(index + whole.length).replace(/^["”“»')]+/u, "");
		const isDenied = () => isDeniedAt(folded, { start: index, end: index + whole.length });
		if (/^ ?(?:で|を開|へ|にアクセス|に行|から)/u.test(behind)) return !isDenied();
		const place = isPlaceBefore.exec(before);
		if (place === null || isControlBefore.test(before) || isPartOfPage.test(behind)) return false;
		return !isDenied() && (place.groups?.["isOfTheSite"] === undefined || isSiteBehind.test(behind));
	});
}

// A comma ends no clause here: "never a.example, b.example" denies both. To deny too much only asks once more.
const borders =
	/[!?;\n。！？；]|\.(?=\s)|(?<!\p{L})(?<!(?:all|anything|everything|nothing|nobody|nowhere) )(?:but|just|only|then|please|instead(?! of)|sondern|aber|nur|dann|bitte|stattdessen|mais|puis|seulement|sino|pero|luego|ma|poi|mas|depois|но|а|только|потом)(?!\p{L})/giu;
const shunned =
	/(?<!\p{L})(?:(?:stay|keep|steer) (?:away|off|out|clear)|beware|ignore|skip|block|forbid|distrust|meide|finger weg|fern von|évite|evita)(?!\p{L})/iu;
const deniedBehind =
	/^[^\s,;]*\s+(?:(?:(?:is|are|was|must|should|may|can|could|shall|will|has to|ist|darf|soll|sollte|est|doit|debe|puede|deve|può|pode)\s+)?(?:be\s+)?(?:forbidden|blocked|banned|off[- ]limits|taboo|nicht|nie|niemals|verboten|tabu|не|нельзя|запрещ\p{L}*)|(?:is|are|must|should|may|can|could|shall|will|has to|doit|debe|puede|deve|può|pode|est)\s*(?:not|never|n['’]t|no|nunca|non|mai|não|pas|jamais))(?!\p{L})/iu;

/** True where the clause before a place, or the words right behind it, deny it. */
function isDeniedAt(text: string, { start, end }: { readonly start: number; readonly end: number }): boolean {
	const before = text.slice(Math.max(0, start - maxClause), start);
	const border = [...before.matchAll(borders)].at(-1);
	const clause = fold(border === undefined ? before : before.slice(border.index + border[0].length));
	return isDenying(`${clause} `, splitWords(clause)) || shunned.test(clause) || deniedBehind.test(text.slice(end, end + maxClause));
}

function escape(text: string): string {
	return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
