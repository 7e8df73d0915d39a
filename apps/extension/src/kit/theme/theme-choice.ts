/** `system` follows the operating system live. */
export type ThemeChoice = "light" | "dark" | "system";

// localStorage, since theme-boot.js needs the theme before the first paint and chrome.storage answers later.
const key = "theme";

export function readThemeChoice(): ThemeChoice {
	const stored = localStorage.getItem(key);
	return stored === "light" || stored === "dark" ? stored : "system";
}

/** Stores a choice; other open pages follow by the storage event. */
export function writeThemeChoice(choice: ThemeChoice): void {
	localStorage.setItem(key, choice);
	applyTheme();
}

/** Keeps the page in the chosen theme. @returns a function that ends it */
export function followTheme(): () => void {
	const media = matchMedia("(prefers-color-scheme: dark)");
	applyTheme();
	media.addEventListener("change", applyTheme);
	addEventListener("storage", applyTheme);
	return () => {
		media.removeEventListener("change", applyTheme);
		removeEventListener("storage", applyTheme);
	};
}

function applyTheme(): void {
	const choice = readThemeChoice();
	const isDark = choice === "dark" || (choice === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
	const root = document.documentElement;
	root.classList.toggle("dark", isDark);
	root.classList.toggle("light", !isDark);
	root.setAttribute("data-theme", isDark ? "dark" : "light");
	// Scroll bars and native controls follow `colorScheme`.
	root.style.colorScheme = isDark ? "dark" : "light";
}
