// The pages work without a script. This one marks that it runs, so that pages may offer what needs one.
document.documentElement.dataset.script = 'on';
