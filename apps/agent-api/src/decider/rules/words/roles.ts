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

/** "date of birth field" without the noun at its end that only names the sort; unchanged where none stands there. */
export function withoutNoun(words: string): string {
	const at = words.lastIndexOf(" ");
	return at > 0 && rolesOf(words.slice(at + 1).toLowerCase()).length > 0 ? words.slice(0, at) : words;
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
