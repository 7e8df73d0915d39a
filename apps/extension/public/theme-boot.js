// Sets light or dark before the first paint; a classic script, since modules wait for the document. The settings write `theme`.
(() => {
	const choice = localStorage.getItem("theme") ?? "system";
	const isDark = choice === "dark" || (choice !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
	document.documentElement.classList.add(isDark ? "dark" : "light");
	document.documentElement.style.colorScheme = isDark ? "dark" : "light";
})();
