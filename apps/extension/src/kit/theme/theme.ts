import type { SlotRecipeConfig } from "@chakra-ui/react";
import { createSystem, defaultBaseConfig, defineConfig } from "@chakra-ui/react";
import {
	alertSlotRecipe,
	animationStyles,
	badgeRecipe,
	breakpoints,
	buttonRecipe,
	checkboxSlotRecipe,
	checkmarkRecipe,
	collapsibleSlotRecipe,
	cssVarsRoot,
	dialogSlotRecipe,
	drawerSlotRecipe,
	fieldSlotRecipe,
	globalCss,
	headingRecipe,
	iconRecipe,
	inputRecipe,
	kbdRecipe,
	keyframes,
	layerStyles,
	listSlotRecipe,
	menuSlotRecipe,
	nativeSelectSlotRecipe,
	progressSlotRecipe,
	radioGroupSlotRecipe,
	radiomarkRecipe,
	segmentGroupSlotRecipe,
	semanticTokens,
	skeletonRecipe,
	spinnerRecipe,
	tableSlotRecipe,
	tabsSlotRecipe,
	textareaRecipe,
	textStyles,
	tokens,
} from "@chakra-ui/react/theme";

const pair = (light: string, dark: string) => ({ value: { _light: `{colors.${light}}`, _dark: `{colors.${dark}}` } });
/** A length in comfortable and in compact density. */
const dense = (comfortable: string, compact: string) => ({ value: { base: comfortable, _compact: compact } });

/** What is ticked has the brand's colour, in place of Chakra's grey. */
const branded = <Recipe extends SlotRecipeConfig>(recipe: Recipe) => ({
	...recipe,
	base: { ...recipe.base, root: { ...recipe.base?.["root"], colorPalette: "brand" } },
});

// Chakra's tokens and only the used recipes: all of them cost 90 ms of first paint (measured).
const look = defineConfig({
	preflight: true,
	cssVarsPrefix: "chakra",
	cssVarsRoot,
	globalCss,
	theme: { animationStyles, breakpoints, keyframes, layerStyles, semanticTokens, textStyles, tokens },
});

const ours = defineConfig({
	conditions: { compact: "[data-density=compact] &" },
	// The root has the colour: a body of window height ends above the foot of a longer page.
	globalCss: {
		"html, body, #root": { height: "100%" },
		html: { bg: "bg.canvas" },
		body: { bg: "bg.canvas", color: "fg", fontSize: "sm" },
		"*, *::before, *::after": { _motionReduce: { animationName: "none!", transitionDuration: "0s!" } },
	},
	theme: {
		keyframes: {
			breathe: { "0%, 100%": { opacity: "1", transform: "scale(1)" }, "50%": { opacity: "0.45", transform: "scale(0.82)" } },
			arrive: { from: { opacity: "0", transform: "translateY(4px)" } },
		},
		textStyles: {
			body: { value: { fontSize: "body", lineHeight: "1.43" } },
			small: { value: { fontSize: "small", lineHeight: "1.35" } },
			answer: { value: { fontSize: "answer", lineHeight: "1.4", fontWeight: "semibold" } },
			name: { value: { fontSize: "small", lineHeight: "1.3", fontWeight: "semibold" } },
		},
		semanticTokens: {
			fontSizes: { body: dense("0.875rem", "0.8125rem"), small: dense("0.75rem", "0.6875rem"), answer: dense("1rem", "0.9375rem") },
			spacing: { gutter: dense("0.75rem", "0.625rem"), line: dense("0.5rem", "0.3125rem"), between: dense("0.375rem", "0.1875rem") },
			colors: {
				brand: {
					solid: pair("blue.600", "blue.600"),
					contrast: pair("white", "white"),
					fg: pair("blue.700", "blue.300"),
					subtle: pair("blue.50", "blue.950"),
					muted: pair("blue.100", "blue.900"),
					emphasized: pair("blue.200", "blue.800"),
					border: pair("blue.500", "blue.500"),
					focusRing: pair("blue.600", "blue.400"),
				},
				bg: {
					canvas: pair("white", "gray.950"),
					card: pair("white", "gray.900"),
					panel: pair("white", "gray.900"),
					sunken: pair("gray.50", "gray.900"),
					hover: pair("gray.100", "gray.800"),
					user: pair("blue.100", "blue.900"),
					agent: pair("gray.100", "gray.900"),
					note: pair("yellow.50", "yellow.950"),
					done: pair("green.50", "green.950"),
					failed: pair("red.50", "red.950"),
					// Cameras read a QR code black on white.
					scan: pair("white", "white"),
				},
				fg: {
					scan: pair("black", "black"),
					user: pair("blue.950", "blue.50"),
					agent: pair("gray.900", "gray.100"),
					quiet: pair("gray.600", "gray.400"),
					error: pair("red.700", "red.300"),
					note: pair("yellow.900", "yellow.200"),
				},
				// Chakra's grey focus ring has 2.6 : 1 on white; WCAG asks for 3 : 1.
				gray: { focusRing: pair("blue.600", "blue.400") },
				line: {
					soft: pair("gray.200", "gray.800"),
					strong: pair("gray.500", "gray.500"),
					note: pair("yellow.300", "yellow.800"),
					done: pair("green.300", "green.800"),
					failed: pair("red.300", "red.800"),
				},
				// The eight colours of terminals, as text and behind it.
				terminal: {
					black: pair("gray.600", "gray.400"),
					red: pair("red.700", "red.300"),
					green: pair("green.800", "green.300"),
					yellow: pair("yellow.800", "yellow.300"),
					blue: pair("blue.700", "blue.300"),
					magenta: pair("purple.700", "purple.300"),
					cyan: pair("cyan.800", "cyan.300"),
					white: pair("gray.800", "gray.100"),
					behind: {
						black: pair("gray.200", "gray.800"),
						red: pair("red.100", "red.900"),
						green: pair("green.100", "green.900"),
						yellow: pair("yellow.100", "yellow.900"),
						blue: pair("blue.100", "blue.900"),
						magenta: pair("purple.100", "purple.900"),
						cyan: pair("cyan.100", "cyan.900"),
						white: pair("gray.200", "gray.800"),
					},
				},
				status: {
					running: pair("blue.700", "blue.300"),
					waiting: pair("orange.800", "orange.300"),
					completed: pair("green.800", "green.300"),
					failed: pair("red.700", "red.300"),
					stopped: pair("gray.700", "gray.300"),
				},
			},
		},
		recipes: {
			badge: badgeRecipe,
			button: buttonRecipe,
			checkmark: checkmarkRecipe,
			heading: headingRecipe,
			icon: iconRecipe,
			input: inputRecipe,
			kbd: kbdRecipe,
			radiomark: radiomarkRecipe,
			skeleton: skeletonRecipe,
			spinner: spinnerRecipe,
			textarea: textareaRecipe,
		},
		slotRecipes: {
			alert: alertSlotRecipe,
			checkbox: branded(checkboxSlotRecipe),
			collapsible: collapsibleSlotRecipe,
			dialog: dialogSlotRecipe,
			drawer: drawerSlotRecipe,
			field: fieldSlotRecipe,
			list: listSlotRecipe,
			menu: menuSlotRecipe,
			nativeSelect: nativeSelectSlotRecipe,
			progress: progressSlotRecipe,
			radioGroup: branded(radioGroupSlotRecipe),
			segmentGroup: segmentGroupSlotRecipe,
			table: tableSlotRecipe,
			tabs: tabsSlotRecipe,
		},
	},
});

/** Semantic tokens with a light and a dark value each, so no colour is computed while rendering. */
export const system = createSystem(defaultBaseConfig, look, ours);
