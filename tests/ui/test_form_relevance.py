"""A form shows only the fields that matter for the choices made."""

from spectralign_gui.core.registry import method
from spectralign_gui.preprocessing.step import steps
from spectralign_gui.ui.forms.form import ParameterForm


def test_fields_follow_the_choice(qtbot):
    form = ParameterForm()
    qtbot.addWidget(form)
    form.build(steps()["smooth"].parameters, {})
    form.show()

    def shown():
        return {name for name, row in form.rows.items() if row.isVisible() and form.labels[name].isVisible()}

    assert shown() == {"method", "window", "order"}
    form.set_values({"method": "whittaker"})
    assert shown() == {"method", "penalty"}
    with qtbot.waitSignal(form.changed):
        form.rows["method"].edited.emit("method", "savitzky-golay")
    assert shown() == {"method", "window", "order"}
    form.build(steps()["snv"].parameters, {})
    assert shown() == set()


def test_every_step_has_a_form(qtbot):
    form = ParameterForm()
    qtbot.addWidget(form)
    form.show()
    for cls in steps().values():
        form.build(cls.parameters, {})
        assert set(form.rows) == {p.name for p in cls.parameters}
        always = [r for r in form.rows.values() if r.parameter.when is None and not r.parameter.advanced]
        qtbot.waitUntil(lambda rows=always: all(r.isVisible() for r in rows))


def test_an_automatic_field_shows_what_the_run_chose_and_starts_from_it(qtbot):
    form = ParameterForm()
    qtbot.addWidget(form)
    form.build(method("lra").parameters, {})
    row = form.rows["rank"]
    for chosen in (28, 40):
        form.set_used({"rank": chosen})
        assert row.field.value() == chosen and not row.field.widget.isEnabled() and str(chosen) in row.used.text()
    told = []
    form.changed.connect(lambda name, value: told.append((name, value)))
    row.automatic.setChecked(False)
    assert ("rank", 40) in told
