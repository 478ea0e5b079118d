"""Is a method good enough for its use? Figures with confidence limits, judged against limits set beforehand."""

from .figures import Agreement, Interval, agreement, repeatability
from .judging import AGAINST, SUPPORTS, UNDECIDED, Criterion, Judged, judge
from .sample_size import MOST, power_of_bias, power_of_sep, samples_needed

__all__ = ["AGAINST", "MOST", "SUPPORTS", "UNDECIDED", "Agreement", "Criterion", "Interval", "Judged", "agreement",
           "judge", "power_of_bias", "power_of_sep", "repeatability", "samples_needed"]
