/** Words that say nothing about which control is meant. */
export const stopWords: ReadonlySet<string> = new Set(
	"a an the this that these those my your our their his her its to of in on at for from by with and or as into onto is are be it them here please just only some any".split(
		" ",
	),
);

const synonymGroups: readonly (readonly string[])[] = [
	["signin", "login", "log in", "sign in", "log on", "logon", "signon", "sign on"],
	["signout", "logout", "log out", "sign out", "log off", "logoff"],
	["signup", "sign up", "register", "registration", "join"],
	["email", "mail", "emails", "email address", "mail address"],
	["postcode", "zip", "zipcode", "zip code", "postal code", "post code"],
	["cart", "basket", "bag", "trolley", "shopping cart", "shopping basket", "shopping bag"],
	["phone", "telephone", "mobile", "tel", "phone number", "telephone number", "mobile number"],
	["firstname", "first name", "given name", "forename"],
	["lastname", "last name", "surname", "family name"],
	["username", "user name", "userid", "user id", "login name"],
	["password", "passcode", "passwd", "pass word"],
	["quantity", "qty", "amount"],
	["birthday", "birthdate", "birth date", "date birth", "dob"],
	["color", "colour"],
	["favorite", "favourite", "favorites", "favourites"],
	["delete", "remove", "trash", "bin", "erase", "discard", "wastebasket"],
	["settings", "preferences", "setting", "preference"],
	["picture", "photo", "image", "photograph"],
	["ok", "okay"],
	["important", "star", "starred"],
	["next", "forward page", "next page"],
	["previous", "prev", "previous page"],
	["checkout", "check out"],
	["homepage", "home", "home page"],
	["help", "support"],
	["message", "messages", "comment", "body"],
	["size", "sizes"],
	["total", "grand total", "total amount", "sum"],
	["street", "street address", "address line"],
	["textbox", "text box"],
	["newsletter", "news letter"],
	["retweet", "repost"],
	["search", "find"],
	["create", "new"],
	["close", "dismiss", "exit"],
	["edit", "modify", "change"],
	["reply", "respond", "answer", "response"],
];

/** Single words to the common form of their group. */
export const synonymWords: ReadonlyMap<string, string> = synonymMap((word) => !word.includes(" "));

/** Pairs of words ("sign in") to the common form of their group. */
export const synonymPhrases: ReadonlyMap<string, string> = synonymMap((word) => word.includes(" "));

function synonymMap(kept: (word: string) => boolean): ReadonlyMap<string, string> {
	return new Map(synonymGroups.flatMap(([form = "", ...others]) => [form, ...others].filter(kept).map((word) => [word, form] as const)));
}

/** Kinds of things a sentence can name, independent of how a page builds them. */
export type Role =
	| "button"
	| "link"
	| "field"
	| "textarea"
	| "checkbox"
	| "radio"
	| "select"
	| "option"
	| "tab"
	| "menu"
	| "slider"
	| "date"
	| "color"
	| "icon"
	| "image"
	| "section"
	| "row"
	| "item"
	| "dialog"
	| "form"
	| "shape"
	| "text"
	| "number"
	| "page"
	| "column"
	| "widget";

const roleWords: Readonly<Record<Role, string>> = {
	button: "button btn",
	link: "link hyperlink anchor",
	field: "field box textbox textfield input inputbox blank entry textboxes searchbox",
	textarea: "textarea editor",
	checkbox: "checkbox tickbox check-box switch toggle checkmark",
	radio: "radio radiobutton",
	select: "dropdown select combobox listbox list drop-down selector picklist spinner",
	option: "option choice alternative value answer",
	tab: "tab",
	menu: "menu submenu navigation",
	slider: "slider range scale",
	date: "date datepicker calendar day",
	color: "colorpicker colourpicker colorwheel colourwheel",
	icon: "icon symbol glyph",
	image: "image picture photo logo",
	section: "section panel accordion area region fieldset part block",
	row: "row line entry record",
	item: "item result email mail message post product article card tweet thread contact element hit match entry thing story book event task",
	dialog: "dialog popup modal window overlay pop-up",
	form: "form",
	shape: "shape circle square rectangle triangle polygon dot point line cube box slice ball star segment",
	text: "text paragraph heading title label word sentence caption",
	number: "number digit figure",
	page: "page site website screen homepage",
	column: "column",
	widget: "widget control element",
};

const rolesByWord = new Map<string, Role[]>();
for (const [role, words] of Object.entries(roleWords) as [Role, string][])
	for (const word of words.split(" ")) rolesByWord.set(word, [...(rolesByWord.get(word) ?? []), role]);

/** The roles that a noun may stand for, the likeliest first; empty for other words. */
export function rolesOf(noun: string): readonly Role[] {
	return rolesByWord.get(noun) ?? rolesByWord.get(noun.replace(/(?<=[xs])es$|s$/, "")) ?? [];
}

/** Two-word nouns of one role ("text field", "radio button"). */
export const rolePairs: ReadonlyMap<string, Role> = new Map(
	Object.entries({
		"text field": "field",
		"text fields": "field",
		"text box": "field",
		"text boxes": "field",
		"text input": "field",
		"text inputs": "field",
		"input field": "field",
		"input fields": "field",
		"input box": "field",
		"input boxes": "field",
		"input textbox": "field",
		"input textboxes": "field",
		"search box": "field",
		"search bar": "field",
		"search field": "field",
		"text area": "textarea",
		"text areas": "textarea",
		"check box": "checkbox",
		"check boxes": "checkbox",
		"tick box": "checkbox",
		"tick boxes": "checkbox",
		"radio button": "radio",
		"radio buttons": "radio",
		"radio option": "radio",
		"drop down": "select",
		"dropdown list": "select",
		"dropdown menu": "select",
		"drop-down list": "select",
		"drop-down menu": "select",
		"select box": "select",
		"select list": "select",
		"selection list": "select",
		"scroll list": "select",
		"list box": "select",
		"combo box": "select",
		"menu item": "menu",
		"menu option": "menu",
		"date picker": "date",
		"color picker": "color",
		"colour picker": "color",
		"color wheel": "color",
		"colour wheel": "color",
		"search result": "item",
		"search results": "item",
		"list item": "item",
		"pop up": "dialog",
		"table row": "row",
	} satisfies Record<string, Role>),
);

/** What a verb asks for; the same intent whatever word says it. */
export type Verb =
	| "click"
	| "press"
	| "fill"
	| "set"
	| "choose"
	| "tick"
	| "untick"
	| "toggle"
	| "search"
	| "open"
	| "visit"
	| "submit"
	| "scroll"
	| "wait"
	| "hover"
	| "drag"
	| "copy"
	| "paste"
	| "expand"
	| "collapse"
	| "close"
	| "back"
	| "forward"
	| "reload"
	| "read"
	| "find"
	| "focus"
	| "use"
	| "switch"
	| "clear"
	| "solve"
	| "mark"
	| "ask"
	| "stop"
	| "other";

const verbPhrases: readonly (readonly [Verb, string])[] = [
	["back", "go back|navigate back|return to the previous page|step back"],
	["forward", "go forward|navigate forward"],
	["reload", "reload|refresh"],
	[
		"click",
		"click on|click|tap on|tap|hit on|hit|push on|push|double-click on|double-click|double click on|double click|doubleclick|right-click on|right-click|right click on|right click",
	],
	["press", "press on|press|strike"],
	["fill", "type in|type|enter in|enter|fill in|fill out|fill up|fill|write down|write|input|put in|put|key in|insert|complete|provide"],
	["set", "set|change|adjust|update"],
	["choose", "select|choose|pick out|pick"],
	["untick", "uncheck|untick|deselect|unselect|unmark|switch off|turn off|disable|deactivate"],
	["tick", "check off|check|tick off|tick|switch on|turn on|enable|activate"],
	["toggle", "toggle"],
	["search", "search for|search|look for|look up|query|google"],
	["switch", "switch over to|switch to|switch|change to"],
	["visit", "go over to|go to|visit|navigate to|browse to|head to|head over to|jump to|return to|move over to|move on to"],
	["open", "open up|open|view|show|bring up|launch"],
	["submit", "submit|send off|send|hand in"],
	["scroll", "scroll"],
	["wait", "wait for|wait|pause for"],
	["hover", "hover over|hover on|hover|mouse over|point at|point to"],
	["drag", "drag and drop|drag|move"],
	["copy", "copy"],
	["paste", "paste"],
	["expand", "expand|unfold|uncollapse|reveal|unroll"],
	["collapse", "collapse|fold|minimize|hide"],
	["close", "close|dismiss|exit"],
	[
		"read",
		"read out|read|tell me|tell|report|what is|what are|whats|give me|return|output|say|how many|how much|which|who is|when is|where is|note down|note",
	],
	["find", "find|locate|spot|identify|retrieve|grab|pull up|fetch|take"],
	["focus", "focus into|focus on|focus in|focus|place the cursor in|put the cursor in"],
	["use", "use|using"],
	["clear", "clear|empty"],
	["solve", "solve|calculate|compute|work out|add up"],
	["mark", "mark"],
	["ask", "ask me|ask"],
];

/** Verbs that name a control of their own ("add it to the cart" → a control called so). They also start a clause. */
const otherVerbs =
	"add remove delete trash reply forward star unstar like unlike share follow unfollow save download upload attach book buy order sort filter archive create edit rename log sign register subscribe unsubscribe play pause stop start block mute report accept decline agree confirm cancel apply reset print continue proceed finish begin join leave upvote downvote vote comment post publish retweet tweet flag invite approve reject assign generate draw make increase decrease raise lower zoom rotate swap undo redo skip rate pay check-out checkout login logout bookmark favorite favourite pin unpin show hide call contact message email schedule plan import export duplicate win roll shuffle restore refund return compare view browse preview try get bring keep move arrange rearrange reorder count name highlight bisect change do let give respond answer resend relay deliver pass foward mail transfer hang lock unlock track";

// "log in" and "log out" are two verbs: the first word alone would name both controls.
const particleVerbs =
	"log in|log into|log out|log off|log on|sign in|sign into|sign out|sign up|sign off|sign on|check in|check out|back up|opt in|opt out|set up|start over|start up|shut down|print out|give up|try again|mark as read|mark as unread";

const verbTable = new Map<string, { verb: Verb; words: number }>();
for (const [verb, phrases] of verbPhrases)
	for (const phrase of phrases.split("|")) verbTable.set(phrase, { verb, words: phrase.split(" ").length });
for (const phrase of particleVerbs.split("|")) verbTable.set(phrase, { verb: "other", words: phrase.split(" ").length });
for (const word of otherVerbs.split(" ")) if (!verbTable.has(word)) verbTable.set(word, { verb: "other", words: 1 });

/** The verb that a run of lower-case words starts with, and how many of them it takes; undefined for other words. */
export function verbAt(words: readonly string[]): { readonly verb: Verb; readonly words: number } | undefined {
	for (let count = Math.min(6, words.length); count >= 1; count -= 1) {
		const found = verbTable.get(words.slice(0, count).join(" "));
		if (found !== undefined && found.words === count) return found;
	}
	return undefined;
}

/** Verbs that are as often nouns or labels; they start a clause only where the next word shows it. */
export const nounVerbs: ReadonlySet<string> = new Set(
	"search check order mark type name date email message comment post book like star share reply report view sort filter rate number call contact login logout checkout check-out submit print help plan play set return query range copy paste note block switch stop start show focus reset vote schedule close open next count change track follow cancel apply use key save delete forward back download upload".split(
		" ",
	),
);

/** Words that lead a request without saying what is wanted. */
export const fillers: ReadonlySet<string> = new Set(
	"please kindly now then first firstly next finally lastly also and afterwards afterward subsequently just simply so ok okay well again secondly thirdly".split(
		" ",
	),
);

/** Openings such as "could you", taken off word by word. */
export const openings: readonly string[] = [
	"i would like you to",
	"i would like to",
	"i want you to",
	"i want to",
	"i need you to",
	"i need to",
	"id like you to",
	"id like to",
	"id like",
	"could you please",
	"could you",
	"can you please",
	"can you",
	"would you please",
	"would you",
	"will you",
	"you should",
	"you need to",
	"you must",
	"lets",
	"go ahead and",
	"try to",
	"make sure to",
	"make sure you",
	"be sure to",
	"remember to",
	"proceed to",
	"let me",
	"i command you to",
	"remind me to",
	"automatically",
	"your task is to",
	"your goal is to",
	"help me to",
	"help me",
	"after that",
	"after this",
	"after which",
	"when you are done",
	"when you are finished",
	"when done",
	"when finished",
	"once done",
	"once finished",
	"in the end",
	"at the end",
	"if you want",
];

const ordinalNames =
	"first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(
		" ",
	);

/** 1-based position that a word says (`3rd`, `third`), -1 for the last, -2 for the one before it; undefined for other words. */
export function ordinalOf(word: string): number | undefined {
	if (word === "last" || word === "final" || word === "bottommost") return -1;
	if (word === "penultimate") return -2;
	if (word === "topmost") return 1;
	const digits = /^(\d{1,4})(?:st|nd|rd|th)$/.exec(word)?.[1];
	if (digits !== undefined) return Number(digits);
	const index = ordinalNames.indexOf(word);
	return index === -1 ? undefined : index + 1;
}

const numberNames =
	"zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
		" ",
	);

/** The count that a word says (`3`, `three`, `twice`, `a`); undefined for other words. */
export function countOf(word: string): number | undefined {
	if (/^\d{1,6}$/.test(word)) return Number(word);
	if (word === "once") return 1;
	if (word === "twice") return 2;
	if (word === "thrice") return 3;
	const index = numberNames.indexOf(word);
	return index === -1 ? undefined : index;
}

/** Colour words that a drawing's shapes are named by. */
export const colorWords: ReadonlySet<string> = new Set(
	"red green blue yellow orange purple pink black white gray grey brown cyan magenta aqua lime teal navy olive maroon violet silver gold beige turquoise indigo".split(
		" ",
	),
);

/** Size words, with the end of the scale they mean. */
export const sizeWords: ReadonlyMap<string, "large" | "small"> = new Map(
	Object.entries({
		large: "large",
		larger: "large",
		largest: "large",
		big: "large",
		bigger: "large",
		biggest: "large",
		small: "small",
		smaller: "small",
		smallest: "small",
		little: "small",
		tiny: "small",
	} as const),
);

/** Shape words, each with the words a page may use for it. */
export const shapeWords: ReadonlyMap<string, readonly string[]> = new Map(
	Object.entries({
		circle: ["circle", "ellipse", "dot", "round"],
		dot: ["circle", "ellipse", "dot"],
		point: ["circle", "ellipse", "dot", "point"],
		square: ["square", "rect", "rectangle"],
		rectangle: ["rect", "rectangle", "square"],
		triangle: ["triangle", "polygon", "path"],
		line: ["line", "path"],
		ball: ["circle", "ellipse"],
	}),
);
