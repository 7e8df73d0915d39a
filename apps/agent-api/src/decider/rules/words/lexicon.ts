/** Words that lead a request without saying what is wanted. */
export const fillers: ReadonlySet<string> = new Set(
	"please pls plz kindly now then first firstly next finally lastly only also and afterwards afterward subsequently just simply so ok okay well again secondly thirdly".split(
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
