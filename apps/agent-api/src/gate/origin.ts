import { isDenying } from "@webhand/lexicon/denials";
import { fold, splitWords } from "@webhand/lexicon/text";
import { extractDomain } from "@webhand/page/site";

/** Where an address on the web leads; `site` is its registrable domain. */
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
	return { kind: "web", host: parsed.hostname, site: siteOf(parsed.hostname), url: parsed };
}

/** The site of a page, "" when it has none. */
export function pageSite(url: string): string {
	const target = readTarget(url);
	return target.kind === "web" ? target.site : "";
}

// Hosts under which everybody may have a page: what stands in front of them is a site of its own.
const sharedHosts: ReadonlySet<string> = new Set(
	[
		"github.io gitlab.io pages.dev workers.dev vercel.app netlify.app herokuapp.com onrender.com fly.dev surge.sh glitch.me replit.app",
		"web.app firebaseapp.com appspot.com azurewebsites.net azurestaticapps.net cloudfront.net amazonaws.com amplifyapp.com r2.dev",
		"blogspot.com wordpress.com tumblr.com weebly.com wixsite.com webflow.io framer.app carrd.co notion.site readthedocs.io",
		"myshopify.com sharepoint.com ngrok.io ngrok.app ngrok-free.app trycloudflare.com streamlit.app hf.space",
	].flatMap((line) => line.split(" ")),
);

/** The registrable domain of a host, the host itself where there is none (IP addresses, single labels) or where many share the domain. */
export function siteOf(host: string): string {
	const domain = extractDomain(`http://${host}/`) ?? host;
	return sharedHosts.has(domain) ? hostNameOf(host) : domain;
}

function hostNameOf(host: string): string {
	return URL.parse(`http://${host}/`)?.hostname ?? host;
}

/**
 * Sites a task may act on without more ado: that of its first page, and hosts in the user's own words.
 *
 * @throws never
 */
export function taskOrigins(firstUrl: string, query: string): readonly string[] {
	return [...new Set([pageSite(firstUrl), ...hostsIn(query).map(siteOf)])].filter((site) => site !== "");
}

/** True for a site that the task began on, that the user named by its host, or allowed. */
export function isTaskSite(site: string, { origins }: { readonly origins: readonly string[] }): boolean {
	return origins.includes(site);
}

/**
 * True for a site whose plain name the user gave as a place to go to ("on Wikipedia"). Another site may have that name under another ending:
 * good enough to look at, never to be told anything. What many people share is nobody's name.
 *
 * @throws never
 */
export function isNamedSite(site: string, query: string): boolean {
	return extractDomain(`http://${site}/`) === site && isPlaceIn(query, site.split(".")[0] ?? "");
}

const hosts =
	/(?<![@\p{L}\p{N}.-])(https?:\/\/)?((?:[\p{L}\p{N}-]+\.)+[\p{L}]{2,}|localhost|\d{1,3}(?:\.\d{1,3}){3})(?=([/:])|[\s"'”’“»),.;!?、。，」]|$)/giu;
const addresses = /\S+@\S+|https?:\/\/\S+/giu;

// Endings of files; some are top-level domains as well, and count as those only where the address is written out.
const fileEndings: ReadonlySet<string> = new Set(
	[
		"pdf zip md rs py sh js ts tsx jsx mjs json html htm css csv txt rtf doc docx odt xls xlsx ods ppt pptx key pages numbers",
		"png jpg jpeg gif svg webp heic mp3 mp4 mov avi wav exe dmg iso apk tar gz tgz rar xml yml yaml toml ini log bak sql java jar cpp php pl ps",
	].flatMap((line) => line.split(" ")),
);
const beforeVersion =
	/(?<!\p{L})(?:v|ver|version|versions|versión|versione|versão|версия|версии|release|build|firmware|update|upgrade)[.:]?\s+(?:\S+\s+)?$/iu;

/**
 * The hosts that a text names as places: neither one that it denies ("never go to evil.example"), nor what only looks like a host, such as
 * `report.pdf`, the 1.2.3.4 of a version, or what stands behind an @.
 *
 * @throws never
 */
export function hostsIn(text: string): readonly string[] {
	return [...text.matchAll(hosts)].flatMap(({ 0: whole, 1: scheme, 2: host = "", 3: behind, index }) => {
		const isWrittenOut = scheme !== undefined || behind !== undefined || /^www\./i.test(host);
		const isFile = fileEndings.has(host.split(".").at(-1)?.toLowerCase() ?? "");
		const isVersion = /^[\d.]+$/.test(host) && beforeVersion.test(text.slice(Math.max(0, index - longestLead), index));
		if ((isFile || isVersion) && !isWrittenOut) return [];
		return isDeniedAt(text, { start: index, end: index + whole.length }) ? [] : [host];
	});
}

const verbs = [
	"open visit browse launch",
	"öffne öffnen besuche besuchen",
	"ouvre ouvrez ouvrir visite visitez visiter",
	"abre abra abrir visita visitar",
	"apri aprire visitare",
	"acesse acessar",
	"открой откройте открыть посети посетить",
].flatMap((line) => line.split(" "));
const ways = [
	"(?:go|navigate|browse|head|switch|return|back|over|(?:take|bring|get) me|(?:log|sign)(?:ged|ned)? ?in) (?:to|on)",
	"(?:geh|gehe|gehen|wechsle|wechseln|navigiere|zurück) (?:zu|zur|nach)",
	"(?:va|allez|aller) à",
	"(?:ve|ir|vaya|entra|entrar) a",
	"(?:vai|andare) a",
	"(?:vá|ir|vai) (?:a|ao|para)",
];
const prepositions = "on at from via through auf bei von sur chez depuis en desde su em на в из с".split(" ");
const isPlaceBefore = new RegExp(
	`(?<![\\p{L}\\p{N}'’-])(?:${[...verbs, ...ways, ...prepositions].join("|")})(?<isOfTheSite> (?:the|die|der|den|le|la|el|il|lo|o))?$|(?:打开|访问|前往|进入|在|去|到)$`,
	"u",
);
// What is pressed or looked at is a control, however much it stands behind "on".
const isControlBefore =
	/(?<!\p{L})(?:click|clicks|clicking|tap|press|push|hit|look|looks|looking|klick|klicke|klicken|tippe|tippen|drück|drücke|drücken|cliquez?|cliquer|appuie|appuyez|pulsa|clicca|clique|clicar|нажми|нажать|кликни) (?:on|at|auf|sur|en|su|em|на)$/u;
const isPartOfPage =
	/^ (?:page|tab|menu|dialog|section|panel|button|link|view|list|file|folder|field|icon|row|seite|reiter|menü|schaltfläche|bouton|onglet|botón|pulsante|botão|кнопку|вкладку)s?(?!\p{L})/u;
const isSiteBehind = /^ (?:(?:web ?)?site|homepage)(?!\p{L})/u;
const shortestName = 3;
// Far enough for any way to lead to a place, and for any clause that denies one.
const longestLead = 80;
const longestClause = 400;

/**
 * True when a text speaks of a name as a place to go to: "on Wikipedia", "öffne Wikipedia", "the Wikipedia website". What is only a word of
 * it, is pressed ("click on Settings"), is a part of a page ("open Settings page") or is denied is no place.
 *
 * @param name three characters at least
 * @throws never
 */
export function isPlaceIn(text: string, name: string): boolean {
	if (name.length < shortestName) return false;
	const folded = fold(text.replaceAll(addresses, " · "));
	const named = new RegExp(
		`(?<!(?![\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}])[\\p{L}\\p{N}_.@/-])${escape(fold(name))}(?![\\p{N}_@/-]|(?![\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}])\\p{L}|\\.[\\p{L}\\p{N}])`,
		"gu",
	);
	return [...folded.matchAll(named)].some(({ 0: whole, index }) => {
		const before = folded
			.slice(Math.max(0, index - longestLead), index)
			.replace(/["“„«'(]+$/u, "")
			.trimEnd();
		const behind = folded.slice(index + whole.length).replace(/^["”“»')]+/u, "");
		if (/^ ?(?:で|を開|へ|にアクセス|に行|から)/u.test(behind)) return !isDeniedAt(folded, { start: index, end: index + whole.length });
		const place = isPlaceBefore.exec(before);
		if (place === null || isControlBefore.test(before) || isPartOfPage.test(behind)) return false;
		if (isDeniedAt(folded, { start: index, end: index + whole.length })) return false;
		return place.groups?.["isOfTheSite"] === undefined || isSiteBehind.test(behind);
	});
}

// A comma parts nothing here: "never a.example, b.example" denies both. Too much denied only asks.
const borders =
	/[!?;\n。！？；]|\.(?=\s)|(?<!\p{L})(?<!(?:all|anything|everything|nothing|nobody|nowhere) )(?:but|just|only|then|please|instead(?! of)|sondern|aber|nur|dann|bitte|stattdessen|mais|puis|seulement|sino|pero|luego|ma|poi|mas|depois|но|а|только|потом)(?!\p{L})/giu;
const shunned =
	/(?<!\p{L})(?:(?:stay|keep|steer) (?:away|off|out|clear)|beware|ignore|skip|block|forbid|distrust|meide|finger weg|fern von|évite|evita)(?!\p{L})/iu;
const deniedBehind =
	/^[^\s,;]*\s+(?:(?:(?:is|are|was|must|should|may|can|could|shall|will|has to|ist|darf|soll|sollte|est|doit|debe|puede|deve|può|pode)\s+)?(?:be\s+)?(?:forbidden|blocked|banned|off[- ]limits|taboo|nicht|nie|niemals|verboten|tabu|не|нельзя|запрещ\p{L}*)|(?:is|are|must|should|may|can|could|shall|will|has to|doit|debe|puede|deve|può|pode|est)\s*(?:not|never|n['’]t|no|nunca|non|mai|não|pas|jamais))(?!\p{L})/iu;

/** True where the clause that leads to a place, or what is said of it right behind, denies it. */
function isDeniedAt(text: string, { start, end }: { readonly start: number; readonly end: number }): boolean {
	const before = text.slice(Math.max(0, start - longestClause), start);
	const border = [...before.matchAll(borders)].at(-1);
	const clause = fold(border === undefined ? before : before.slice(border.index + border[0].length));
	return isDenying(`${clause} `, splitWords(clause)) || shunned.test(clause) || deniedBehind.test(text.slice(end, end + longestClause));
}

function escape(text: string): string {
	return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
