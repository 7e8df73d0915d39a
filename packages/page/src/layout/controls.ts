import type { ElementView } from "../parse/view.ts";

const typesOf = (types: string): ReadonlySet<string> => new Set(types.split(" "));
const textTypes = typesOf(
	"input textarea search email password number tel url editable combobox date time datetime-local month week color textbox searchbox spinbutton",
);
const toggleTypes = typesOf("checkbox switch menuitemcheckbox");
const radioTypes = typesOf("radio menuitemradio");
const sliderTypes = typesOf("range slider");
const stillTypes = typesOf("frame section scroll form dialog heading");

/** True for controls that hold typed text. */
export const isTextField = ({ type }: ElementView): boolean => textTypes.has(type);
/** True for checkboxes and switches. */
export const isToggle = ({ type }: ElementView): boolean => toggleTypes.has(type);
/** True for radio buttons. */
export const isRadio = ({ type }: ElementView): boolean => radioTypes.has(type);
/** True for sliders. */
export const isSlider = ({ type }: ElementView): boolean => sliderTypes.has(type);
/** True for lists whose choices the page tells. */
export const isList = ({ type, attributes }: ElementView): boolean =>
	type === "select" || type === "listbox" || (type === "combobox" && attributes.has("options"));
/** True for fields of any kind that take a value. */
export const takesValue = (element: ElementView): boolean =>
	(isTextField(element) && !isButtonList(element)) || isList(element) || isSlider(element);
/** True for a list that is a button: it is pressed, and its choices appear. */
export const isButtonList = ({ type, content, attributes }: ElementView): boolean =>
	type === "combobox" && content !== "" && !attributes.has("value") && !attributes.has("placeholder") && !attributes.has("options");
/** True for the site's own search: nothing but a search goes into it. */
export const isSearchField = (element: ElementView): boolean =>
	element.type === "search" ||
	element.type === "searchbox" ||
	(isTextField(element) &&
		/(?<!\p{L})(?:search|suche\w*|rechercher|find)(?!\p{L})/iu.test(
			`${element.name} ${element.attributes.get("placeholder") ?? ""} ${element.attributes.get("hint") ?? ""}`,
		));
/** True for what the page has switched off. */
export const isDisabled = ({ states }: ElementView): boolean => states.has("disabled");
/** True for what one clicks on. An open menu's sheet bears the names of all its items and is none. */
export const isClickable = ({ type, states }: ElementView): boolean =>
	!(/^menu(?:bar)?$/.test(type) && !states.has("collapsed")) && (!stillTypes.has(type) || states.has("collapsed"));
/** True for a control that carries a state of being on, as a button that stays pressed does. */
export const canBeOn = (element: ElementView): boolean =>
	isToggle(element) || isRadio(element) || element.attributes.has("pressed") || element.states.has("pressed");
