import { wordSet } from "@webhand/lexicon/text";

// What the types of the page text mean to a step. Every rule that asks for a kind of control reads it here.
const textual = wordSet("input textarea password email number search tel url editable text date time combobox");
const toggles = wordSet("checkbox radio switch");
const radios = wordSet("radio menuitemradio");
const menuTicks = wordSet("menuitemcheckbox menuitemradio");
const sliders = wordSet("slider range");
const rows = wordSet("tr row li listitem treeitem");
const choices = wordSet("select option tab slider color range summary");
const wordless = wordSet("a button submit reset image shape canvas summary option tab menuitem file");
const pressable = wordSet("a button tab option menuitem checkbox radio switch image shape box summary slider treeitem row cell");

/** True for controls that take typed text. */
export const isTextual = (type: string): boolean => textual.has(type);

/** True for controls that `setValue(n, "true")` ticks. */
export const isToggle = (type: string): boolean => toggles.has(type);

/** True for every control that is ticked, those of menus included. */
export const isTick = (type: string): boolean => toggles.has(type) || menuTicks.has(type);

/** True for controls of which one of a group is chosen. */
export const isRadio = (type: string): boolean => radios.has(type);

/** True for controls whose value is set by sliding. */
export const isSlider = (type: string): boolean => sliders.has(type);

/** True for rows of tables, lists and trees that are controls themselves. */
export const isRow = (type: string): boolean => rows.has(type);

/** True for controls that no text and no value can be written into. */
export const takesNoText = (type: string): boolean => wordless.has(type);

/** True for controls whose use sets a value and commits nothing. */
export const isField = (type: string): boolean => textual.has(type) || toggles.has(type) || choices.has(type);

/** True for controls that get the focus when they are pressed, even if the press does nothing. In a field the focus is the effect. */
export const isPressable = (type: string): boolean => pressable.has(type);
