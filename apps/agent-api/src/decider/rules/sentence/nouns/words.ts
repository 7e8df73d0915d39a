/** Words before a noun that do not say which one. */
export const determiners = new Set("the a an this these those that my your our some any same following given on at to only".split(" "));
/** Words that mean all there are. */
export const quantifiers = new Set("all every each both everything".split(" "));
/** Words for what belongs to what was spoken of last. */
export const possessives = new Set("its their his her".split(" "));
/** Words for what was spoken of last. */
export const pronouns: Readonly<Record<string, "it" | "them">> = {
	it: "it",
	that: "it",
	this: "it",
	one: "it",
	him: "it",
	her: "it",
	them: "them",
	these: "them",
	those: "them",
};
/** Words behind a noun that do not say which one. */
export const trailing = new Set(
	"below above again please now too here there shown displayed provided given instead only well also yourself".split(" "),
);
/** "labeled", "called": what follows is the name. */
export const naming = new Set(
	"labeled labelled called named titled saying says reading reads marked captioned entitled displaying displays showing shows containing contains".split(
		" ",
	),
);
/** "with the label X": the noun only says that X is the name. */
export const namingNouns = new Set("label name text title word words value subject caption heading content id username".split(" "));
/** Words that begin a relative clause. */
export const relative = new Set("that which who whose".split(" "));
/** Words of a relative clause that say nothing: "that you got from". */
export const relativeFillers = new Set(
	"is are was were has have had you i we they it got get received want need be being located found listed".split(" "),
);
